#include "viewfuzz/program/op.h"

#include <algorithm>

#include "viewfuzz/program/ops/ops.h"

namespace viewfuzz {
namespace {

std::vector<Op> makeTable() {
  std::vector<Op> table;
  for (auto group : {basicViews, shapeViews, stridedViews, writes, inPlaceWrites, indexedWrites,
                     advancedIndexing, foreachWrites, reads, elementwiseReads, movers, triangles,
                     indexedReads, joins, reductions, products, patterns, idioms}) {
    auto entries = group();
    table.insert(table.end(), entries.begin(), entries.end());
  }
  return table;
}

Outcome sourceOutcome(LayoutState& state, const Source& source) {
  Layout layout = source.layout;
  if (source.of) {
    if (!state.known(*source.of)) return Outcome::dontKnow();
    if (state.at(*source.of).dtype != layout.dtype)
      return Outcome::refuse("a window has its storage's dtype");
    layout.storage = state.at(*source.of).storage;
    if (bytesNeeded(layout) > state.storage_bytes[static_cast<size_t>(layout.storage)]) {
      return Outcome::refuse("the window reaches beyond its storage");
    }
  } else {
    layout.storage = state.newStorage(source.storage_numel * itemsize(layout.dtype));
  }
  return Outcome::one(std::move(layout));
}

/// Small enough that no arithmetic on it can overflow, and that ATen takes it.
bool withinLimits(const Layout& layout) {
  const auto small = [](int64_t value) { return value <= kMaxStride; };
  return layout.rank() <= kMaxRank && numel(layout) <= kMaxNumel && small(layout.offset) &&
         std::all_of(layout.strides.begin(), layout.strides.end(), small);
}

}  // namespace

int LayoutState::newStorage(int64_t bytes) {
  storage_bytes.push_back(bytes);
  return static_cast<int>(storage_bytes.size()) - 1;
}

Outcome Outcome::one(Layout layout) {
  Outcome outcome;
  outcome.results.push_back(std::move(layout));
  return outcome;
}

Outcome Outcome::relay(int id, Layout layout) {
  Outcome outcome;
  outcome.relaid.push_back({id, std::move(layout)});
  return outcome;
}

std::string_view kindName(Kind kind) {
  switch (kind) {
    case Kind::view:
      return "view";
    case Kind::write:
      return "write";
    case Kind::metadata:
      return "metadata";
    case Kind::compute:
      return "compute";
    case Kind::pattern:
      return "pattern";
  }
  return "";
}

std::span<const Op> ops() {
  static const std::vector<Op> table = makeTable();
  return table;
}

const Op* findOp(std::string_view name) {
  const auto table = ops();
  const auto it =
      std::find_if(table.begin(), table.end(), [&](const Op& op) { return op.name == name; });
  return it == table.end() ? nullptr : &*it;
}

Outcome step(LayoutState& state, const Statement& statement) {
  Outcome outcome;
  const auto* call = std::get_if<Call>(&statement.what);
  if (call == nullptr) {
    outcome = sourceOutcome(state, std::get<Source>(statement.what));
  } else {
    bool known = true;
    forEachOperandOfCall(*call, [&](int id) { known = known && state.known(id); });
    outcome = call->entry && known ? call->entry->rule(state, *call) : Outcome::dontKnow();
  }
  if (!std::all_of(outcome.results.begin(), outcome.results.end(), withinLimits) ||
      !std::all_of(outcome.relaid.begin(), outcome.relaid.end(),
                   [](const auto& relaid) { return withinLimits(relaid.layout); })) {
    outcome = Outcome::dontKnow();
  }
  outcome.results.resize(static_cast<size_t>(statement.results()));
  const auto place = [&](Layout& layout) {
    if (layout.storage < 0) layout.storage = state.newStorage(0);
    int64_t& bytes = state.storage_bytes[static_cast<size_t>(layout.storage)];
    bytes = std::max(bytes, bytesNeeded(layout));
  };
  for (auto& layout : outcome.results) {
    if (outcome.accepted()) place(layout);
    state.tensors.push_back(layout);
  }
  for (auto& [id, layout] : outcome.relaid) {
    place(layout);
    state.tensors[static_cast<size_t>(id)] = layout;
  }
  return outcome;
}

std::vector<int> destinations(const Call& call) {
  std::vector<int> ids;
  if (call.entry == nullptr || call.entry->kind != Kind::write) return ids;
  if (call.entry->dest >= call.args.size()) return ids;
  const Value& value = call.args[call.entry->dest].value;
  if (const auto* ref = std::get_if<TensorRef>(&value)) ids.push_back(ref->id);
  if (const auto* list = std::get_if<TensorList>(&value)) {
    for (const auto& item : *list) {
      if (item) ids.push_back(item->id);
    }
  }
  return ids;
}

LayoutState layoutsAfter(const Program& program, size_t count) {
  LayoutState state;
  for (size_t i = 0; i < count; ++i) step(state, program.statements[i]);
  return state;
}

}  // namespace viewfuzz
