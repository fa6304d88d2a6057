// Mutations of the operands and numbers of calls.

#include <algorithm>
#include <array>

#include "viewfuzz/generate/mutate/mutations.h"
#include "viewfuzz/program/edit.h"

namespace viewfuzz {
namespace {

/// A call of the program with at least so many operands, drawn at random; null if there is none.
Call* drawnCall(Program& program, size_t operands, Choices& choices) {
  std::vector<Call*> calls;
  for (auto& statement : program.statements) {
    auto* call = std::get_if<Call>(&statement.what);
    if (call == nullptr || call->args.empty()) continue;
    size_t count = 0;
    forEachOperandOfCall(*call, [&](int) { ++count; });
    if (count >= operands) calls.push_back(call);
  }
  return calls.empty() ? nullptr : choices.pick(calls);
}

/// Replaces one operand of a statement by another tensor that exists at that place.
Program otherOperand(const Program& program, const Generator&, Choices& choices) {
  std::vector<size_t> places;
  int there = 0;
  for (size_t i = 0; i < program.statements.size(); ++i) {
    if (there > 1 && !operands(program.statements[i]).empty()) places.push_back(i);
    there += program.statements[i].results();
  }
  if (places.empty()) return program;
  Program changed = program;
  const size_t at = choices.pick(places);
  const auto which = choices.below(operands(program.statements[at]).size());
  const auto others = static_cast<uint64_t>(firstResult(program, at)) - 1;
  const auto drawn = static_cast<int>(choices.below(others));
  uint64_t i = 0;
  forEachOperand(changed.statements[at], [&](int& id) {
    if (i++ == which) id = drawn < id ? drawn : drawn + 1;
  });
  return changed;
}

Program swapOperands(const Program& program, const Generator&, Choices& choices) {
  Program changed = program;
  Call* call = drawnCall(changed, 2, choices);
  if (call == nullptr) return program;
  std::vector<int*> ids;
  forEachOperandOfCall(*call, [&](int& id) { ids.push_back(&id); });
  const auto first = static_cast<size_t>(choices.below(ids.size() - 1));
  std::swap(*ids[first], *ids[first + 1]);
  return changed;
}

void nudge(Dims& values, Choices& choices) {
  if (values.empty()) return;
  if (choices.oneIn(3)) {
    choices.swapTwo(values);
  } else {
    auto& value = choices.pick(values);
    value = nudged(value, choices);
  }
}

/// Changes one number, flag or list of a call.
Program nudgeNumber(const Program& program, const Generator&, Choices& choices) {
  Program changed = program;
  Call* call = drawnCall(changed, 0, choices);
  if (call == nullptr) return program;
  std::vector<Value*> values;
  for (auto& argument : call->args) {
    if (!std::holds_alternative<TensorRef>(argument.value) &&
        !std::holds_alternative<TensorList>(argument.value))
      values.push_back(&argument.value);
  }
  if (values.empty()) return program;
  Value& value = *choices.pick(values);
  if (auto* integer = std::get_if<int64_t>(&value)) *integer = nudged(*integer, choices);
  if (auto* flag = std::get_if<bool>(&value)) *flag = !*flag;
  if (auto* list = std::get_if<Dims>(&value)) nudge(*list, choices);
  if (auto* number = std::get_if<double>(&value)) {
    constexpr std::array kNumbers = {0.0, 1.0, -1.0, 2.0, 0.5, -3.0};
    *number = kNumbers[choices.below(kNumbers.size())];
  }
  if (auto* dtype = std::get_if<Dtype>(&value)) *dtype = dtypes()[choices.below(dtypes().size())];
  return changed;
}

}  // namespace

int64_t nudged(int64_t value, Choices& choices) {
  constexpr std::array<int64_t, 12> kEdges = {0, 1, 2, 3, 4, 5, 7, 8, 16, -1, -2, 33};
  value = std::clamp(value, -kMaxStride, kMaxStride);  // so no neighbor or double of it overflows
  switch (choices.below(5)) {
    case 0:
      return value + 1;
    case 1:
      return value - 1;
    case 2:
      return value > kMaxNumel ? 1 : value * 2;
    case 3:
      return -value;
    default:
      return kEdges[choices.below(kEdges.size())];
  }
}

std::vector<Mutation> argumentMutations() {
  return {
      {"other-operand", "another tensor in the place of an operand", 6, otherOperand},
      {"swap-operands", "two operands of a call change places", 3, swapOperands},
      {"nudge", "a dim, index, step, flag or size of a call, to a neighbour or an edge", 10,
       nudgeNumber},
  };
}

}  // namespace viewfuzz
