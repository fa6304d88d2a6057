#include "viewfuzz/program/op.h"

#include <algorithm>

namespace viewfuzz {
namespace {

Outcome sourceOutcome(LayoutState& state, const Source& source) {
  Layout layout = source.layout;
  if (source.of) {
    if (!state.known(*source.of)) return Outcome::dontKnow();
    if (state.at(*source.of).dtype != layout.dtype)
      return Outcome::refuse("a window has its storage's dtype");
    layout.storage = state.at(*source.of).storage;
    layout.host = state.at(*source.of).host;
    if (bytesNeeded(layout) > state.storage_bytes[static_cast<size_t>(layout.storage)]) {
      return Outcome::refuse("the window reaches beyond its storage");
    }
  } else {
    layout.storage = state.newStorage(source.storage_numel * itemsize(layout.dtype),
                                      static_cast<int>(state.tensors.size()));
    if (source.fill.kind == Fill::Kind::list && layout.dtype == Dtype::Long)
      state.contents[layout.storage] = source.fill.values;
  }
  return Outcome::one(std::move(layout));
}

/// Is the layout so small that arithmetic on it cannot overflow, and that ATen takes it?
bool withinLimits(const Layout& layout) {
  const auto small = [](int64_t value) { return value <= kMaxStride; };
  return layout.rank() <= kMaxRank && numel(layout) <= kMaxNumel && small(layout.offset) &&
         std::all_of(layout.strides.begin(), layout.strides.end(), small);
}

/// Makes a storage as large as the layout needs, or grows an old one to that size.
void place(LayoutState& state, Layout& layout) {
  if (layout.storage < 0) layout.storage = state.newStorage(0, -1);
  state.growStorage(layout.storage, bytesNeeded(layout));
}

void forgetContents(LayoutState& state, const Call& call, const Outcome& outcome) {
  if (state.contents.empty()) return;
  const auto forget = [&](int id) {
    if (state.known(id)) state.contents.erase(state.at(id).storage);
  };
  // An op without an entry may write to any of its operands.
  if (call.entry == nullptr) forEachOperandOfCall(call, forget);
  for (const int id : destinations(call)) forget(id);
  for (const auto& relaid : outcome.relaid) forget(relaid.id);
}

}  // namespace

int LayoutState::newStorage(int64_t bytes, int maker) {
  storage_bytes.push_back(bytes);
  total_bytes_ += bytes;
  makers.push_back(maker);
  return static_cast<int>(storage_bytes.size()) - 1;
}

void LayoutState::growStorage(int storage, int64_t bytes) {
  int64_t& now = storage_bytes[static_cast<size_t>(storage)];
  if (bytes <= now) return;
  total_bytes_ += bytes - now;
  now = bytes;
}

void LayoutState::addTensor(Layout layout, int itself) {
  const int id = static_cast<int>(tensors.size());
  tensors.push_back(std::move(layout));
  objects.push_back(itself < 0 ? id : objects[static_cast<size_t>(itself)]);
  if (itself >= 0) other_names_[objects.back()].push_back(id);
}

void LayoutState::relay(int id, const Layout& layout) {
  const int object = objects[static_cast<size_t>(id)];
  tensors[static_cast<size_t>(object)] = layout;
  const auto others = other_names_.find(object);
  if (others == other_names_.end()) return;
  for (const int other : others->second) tensors[static_cast<size_t>(other)] = layout;
}

std::optional<std::vector<int64_t>> LayoutState::elementsOf(int id) const {
  const auto known = contents.find(at(id).storage);
  if (known == contents.end() || at(id).dtype != Dtype::Long) return std::nullopt;
  std::vector<int64_t> elements;
  for (const int64_t position : elementPositions(at(id)))
    elements.push_back(known->second[static_cast<size_t>(position) % known->second.size()]);
  return elements;
}

void LayoutState::shrinkTo(size_t tensor_count, size_t storage_count) {
  tensors.resize(tensor_count);
  objects.resize(tensor_count);
  other_names_.erase(other_names_.lower_bound(static_cast<int>(tensor_count)), other_names_.end());
  for (auto& [object, others] : other_names_) {
    while (!others.empty() && others.back() >= static_cast<int>(tensor_count)) others.pop_back();
  }
  for (size_t i = storage_count; i < storage_bytes.size(); ++i) total_bytes_ -= storage_bytes[i];
  storage_bytes.resize(storage_count);
  makers.resize(storage_count);
  contents.erase(contents.lower_bound(static_cast<int>(storage_count)), contents.end());
}

Outcome Outcome::one(Layout layout) {
  Outcome outcome;
  outcome.results.push_back(std::move(layout));
  return outcome;
}

Outcome Outcome::same(const LayoutState& state, int id) {
  Outcome outcome = one(state.at(id));
  outcome.itself = id;
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

Outcome step(LayoutState& state, const Statement& statement) {
  // A fuzzer takes many steps of short programs. Without room reserved, these two vectors would
  // allocate again at each of the first steps.
  if (state.tensors.empty()) {
    constexpr size_t kUsual = 12;
    state.tensors.reserve(kUsual);
    state.objects.reserve(kUsual);
  }
  Outcome outcome;
  const auto* call = std::get_if<Call>(&statement.what);
  if (call == nullptr) {
    outcome = sourceOutcome(state, std::get<Source>(statement.what));
  } else {
    bool known = true;
    forEachOperandOfCall(*call, [&](int id) { known = known && state.known(id); });
    outcome = call->entry && known ? outcomeOf(state, *call) : Outcome::dontKnow();
  }
  if (!std::all_of(outcome.results.begin(), outcome.results.end(), withinLimits) ||
      !std::all_of(outcome.relaid.begin(), outcome.relaid.end(),
                   [](const auto& relaid) { return withinLimits(relaid.layout); })) {
    outcome = Outcome::dontKnow();
  }
  if (!outcome.accepted()) outcome.relaid.clear();  // only an accepted call changes a layout
  outcome.results.resize(static_cast<size_t>(statement.results()));
  if (call != nullptr && (outcome.accepted() || call->entry == nullptr))
    forgetContents(state, *call, outcome);
  for (auto& layout : outcome.results) {
    if (outcome.accepted()) place(state, layout);
    state.addTensor(layout, outcome.itself);
  }
  for (auto& [id, layout] : outcome.relaid) {
    place(state, layout);
    state.relay(id, layout);
  }
  return outcome;
}

bool mayBeInexact(const Call& call) { return call.entry == nullptr || call.entry->inexact; }

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

bool asMeant(const Statement& statement, const Outcome& outcome) {
  return outcome.verdict ==
         (statement.refused ? Outcome::Verdict::refused : Outcome::Verdict::accepted);
}

LayoutState layoutsAfter(const Program& program, size_t count) {
  LayoutState state;
  for (size_t i = 0; i < count; ++i) step(state, program.statements[i]);
  return state;
}

}  // namespace viewfuzz
