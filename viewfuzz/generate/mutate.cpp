#include "viewfuzz/generate/mutate.h"

#include <algorithm>
#include <array>

#include "viewfuzz/generate/repair.h"
#include "viewfuzz/program/edit.h"

namespace viewfuzz {
namespace {

constexpr size_t kMostStatements = 24;

/// A value near `value`, or one where kernels change their ways.
int64_t nudged(int64_t value, Choices& choices) {
  constexpr std::array<int64_t, 10> kEdges = {0, 1, 2, 3, 4, 7, 8, 16, -1, 5};
  value = std::clamp(value, -kMaxStride, kMaxStride);  // no neighbour or double of it overflows
  switch (choices.below(4)) {
    case 0:
      return value + 1;
    case 1:
      return value - 1;
    case 2:
      return value > kMaxNumel ? 1 : value * 2;
    default:
      return kEdges[choices.below(kEdges.size())];
  }
}

void nudgeOne(Dims& values, Choices& choices) {
  if (values.empty()) return;
  auto& value = choices.pick(values);
  value = nudged(value, choices);
}

void nudgeSource(Source& source, Draft& draft) {
  auto& choices = draft.choices;
  Layout& layout = source.layout;
  switch (choices.below(6)) {
    case 0:
      nudgeOne(layout.sizes, choices);
      break;
    case 1:
      nudgeOne(layout.strides, choices);
      break;
    case 2:
      layout.offset = nudged(layout.offset, choices);
      break;
    case 3:
      layout.dtype = draft.randomDtype();
      break;
    case 4:
      source.storage_numel = nudged(source.storage_numel, choices);
      break;
    default:
      source.fill = {Fill::Kind::iota, choices.below(3) * 41, {}};
      break;
  }
  for (auto* values : {&layout.sizes, &layout.strides}) {
    for (auto& value : *values) value = std::clamp<int64_t>(value, 0, draft.shapes.max_numel);
  }
  layout.offset = std::clamp<int64_t>(layout.offset, 0, draft.shapes.max_numel);
  // A small tensor with large strides would still ask for a large storage.
  if (bytesNeeded(layout) > 64 * draft.shapes.max_numel)
    layout.strides = contiguousStrides(view(layout.sizes));
  if (numel(layout) > 4 * draft.shapes.max_numel) layout.sizes.assign(layout.sizes.size(), 2);
  source.storage_numel = std::clamp<int64_t>(source.storage_numel, 0, 64 * draft.shapes.max_numel);
}

void nudgeCall(Call& call, Choices& choices) {
  if (call.args.empty()) return;
  Value& value = choices.pick(call.args).value;
  if (auto* integer = std::get_if<int64_t>(&value)) *integer = nudged(*integer, choices);
  if (auto* flag = std::get_if<bool>(&value)) *flag = !*flag;
  if (auto* list = std::get_if<Dims>(&value)) nudgeOne(*list, choices);
}

/// Statements drawn at some place; what comes behind moves on to the next numbers.
Program inserted(const Program& program, const Generator& generator, Draft& draft) {
  const auto at = draft.choices.below(program.statements.size() + 1);
  for (size_t i = 0; i < at; ++i) draft.append(program.statements[i]);
  const int before = static_cast<int>(draft.state.tensors.size());
  generator.extend(draft);
  const int more = static_cast<int>(draft.state.tensors.size()) - before;
  Program longer = std::move(draft.program);
  for (size_t i = at; i < program.statements.size(); ++i) {
    Statement statement = program.statements[i];
    forEachOperand(statement, [&](int& id) {
      if (id >= before) id += more;
    });
    longer.statements.push_back(std::move(statement));
  }
  return longer;
}

Program deleted(const Program& program, Choices& choices) {
  const auto at = choices.below(program.statements.size());
  const auto base = operands(program.statements[at]);
  const auto results = static_cast<size_t>(program.statements[at].results());
  auto shorter = withoutStatement(
      program, at, base.empty() ? std::vector<int>() : std::vector<int>(results, base[0]));
  return shorter.value_or(program);
}

Program once(const Program& program, const Generator& generator, Choices& choices) {
  Draft draft(choices, generator.profile().shapes);
  const bool full = program.statements.size() >= kMostStatements;
  switch (choices.below(8)) {
    case 0:
    case 1:
    case 2:
      if (!full) return inserted(program, generator, draft);
      return deleted(program, choices);
    case 3:
      return deleted(program, choices);
    case 4: {  // the same statement again
      Program changed = program;
      const Statement again = choices.pick(changed.statements);
      if (again.results() == 0) changed.statements.push_back(again);
      return changed;
    }
    case 5: {  // another operand
      Program changed = program;
      const int tensors = program.tensors();
      forEachOperand(choices.pick(changed.statements), [&](int& id) {
        if (tensors > 0 && choices.oneIn(2))
          id = static_cast<int>(choices.below(static_cast<uint64_t>(tensors)));
      });
      return changed;
    }
    default: {
      Program changed = program;
      Statement& statement = choices.pick(changed.statements);
      if (auto* source = std::get_if<Source>(&statement.what)) {
        nudgeSource(*source, draft);
      } else {
        nudgeCall(std::get<Call>(statement.what), choices);
      }
      return changed;
    }
  }
}

}  // namespace

Program mutate(const Program& program, const Generator& generator, Choices& choices) {
  if (program.statements.empty()) return generator.generate(choices);
  Program changed = program;
  const auto steps = choices.between(1, 3);
  for (int64_t i = 0; i < steps && !changed.statements.empty(); ++i) {
    changed = repair(once(changed, generator, choices));
  }
  return changed.statements.empty() ? generator.generate(choices) : changed;
}

Program splice(const Program& a, const Program& b, Choices& choices) {
  Program spliced = a;
  spliced.statements.resize(choices.below(a.statements.size() + 1));
  const int shift = spliced.tensors();
  const auto from = choices.below(b.statements.size() + 1);
  const int first_of_b = firstResult(b, from);
  for (size_t i = from; i < b.statements.size() && spliced.statements.size() < kMostStatements;
       ++i) {
    Statement statement = b.statements[i];
    forEachOperand(statement, [&](int& id) {
      if (id >= first_of_b) {
        id += shift - first_of_b;
      } else if (shift > 0) {
        id = static_cast<int>(choices.below(static_cast<uint64_t>(shift)));
      }
    });
    spliced.statements.push_back(std::move(statement));
  }
  return repair(std::move(spliced));
}

}  // namespace viewfuzz
