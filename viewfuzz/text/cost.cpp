#include "viewfuzz/text/cost.h"

#include <algorithm>

#include "viewfuzz/program/op.h"
#include "viewfuzz/text/text.h"

namespace viewfuzz {
namespace {

enum Part {
  statements,
  calls,
  arguments,
  windows,
  rank,
  elements,
  integers,
  dtypeRank,
  fillRank,
  labels
};

/// 0, 1, 2, … are less and less simple, and a negative number is less simple than its absolute
/// value.
int64_t costOfInteger(int64_t value) {
  constexpr int64_t kMost = int64_t{1} << 40;
  const int64_t magnitude = std::min(value < 0 ? -(value + 1) : value, kMost);
  return value < 0 ? 2 * magnitude + 3 : 2 * magnitude;
}

int64_t costOfList(DimsView values) {
  int64_t sum = 0;
  for (const int64_t value : values) sum += costOfInteger(value);
  return sum;
}

int64_t rankOfDtype(Dtype dtype) {
  const auto all = dtypes();
  return std::find(all.begin(), all.end(), dtype) - all.begin();
}

void addSource(const Source& source, Cost& cost) {
  const Layout& layout = source.layout;
  auto& parts = cost.parts;
  parts[rank] += layout.rank();
  parts[elements] += numel(layout);
  parts[dtypeRank] += rankOfDtype(layout.dtype);
  parts[fillRank] +=
      static_cast<int64_t>(source.fill.kind) + static_cast<int64_t>(source.fill.values.size());
  parts[integers] += costOfInteger(static_cast<int64_t>(source.fill.seed)) +
                     costOfList(layout.sizes) +
                     costOfList({source.fill.values.data(), source.fill.values.size()});
  parts[windows] += layout.host ? 1 : 0;
  if (!source.isFresh()) {
    parts[windows] += source.of ? 2 : 1;
    parts[integers] += costOfList(layout.strides) + costOfInteger(layout.offset) +
                       costOfInteger(source.storage_numel);
  }
}

struct AddValue {
  Cost& cost;
  void operator()(None) const {}
  void operator()(TensorRef ref) const { cost.parts[integers] += ref.id; }
  void operator()(bool value) const { cost.parts[integers] += value ? 1 : 0; }
  void operator()(int64_t value) const { cost.parts[integers] += costOfInteger(value); }
  void operator()(double value) const { cost.parts[integers] += value == 0 ? 0 : 1; }
  void operator()(const Dims& values) const {
    cost.parts[rank] += static_cast<int64_t>(values.size());
    cost.parts[integers] += costOfList(values);
  }
  void operator()(Dtype dtype) const { cost.parts[dtypeRank] += rankOfDtype(dtype); }
  void operator()(const TensorList& list) const {
    cost.parts[arguments] += static_cast<int64_t>(list.size());
  }
  void operator()(const std::string& text) const {
    cost.parts[integers] += static_cast<int64_t>(text.size());
  }
};

}  // namespace

Cost costOf(const Program& program) {
  Cost cost;
  cost.parts[statements] = static_cast<int64_t>(program.statements.size());
  for (const auto& statement : program.statements) {
    cost.parts[labels] += static_cast<int64_t>(statement.label.size());
    if (const auto* source = std::get_if<Source>(&statement.what)) {
      addSource(*source, cost);
      continue;
    }
    const auto& call = std::get<Call>(statement.what);
    ++cost.parts[calls];
    cost.parts[arguments] += static_cast<int64_t>(call.args.size());
    for (const auto& argument : call.args) std::visit(AddValue{cost}, argument.value);
  }
  cost.text = print(program);
  return cost;
}

}  // namespace viewfuzz
