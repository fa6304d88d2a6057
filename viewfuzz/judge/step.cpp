#include "viewfuzz/judge/step.h"

#include <algorithm>

#include "viewfuzz/program/op.h"

namespace viewfuzz {
namespace {

const Snapshot kNothing;

}  // namespace

Comparison::Comparison(const Program& program, const Observation& device,
                       const Observation& reference)
    : program(program),
      device(device),
      reference(reference),
      inexact_from(program.statements.size()) {
  for (size_t i = 0; i < program.statements.size(); ++i) {
    const Statement& statement = program.statements[i];
    made_by.insert(made_by.end(), static_cast<size_t>(statement.results()), i);
    const auto* call = std::get_if<Call>(&statement.what);
    if (call && mayBeInexact(*call)) inexact_from = std::min(inexact_from, i);
  }
}

bool Comparison::definesWholeStorage(size_t tensor) const {
  const auto* call = std::get_if<Call>(&program.statements[made_by[tensor]].what);
  return call == nullptr || call->entry != nullptr;
}

const std::vector<int>& Comparison::objects() const {
  if (!objects_) objects_ = layoutsAfter(program, program.statements.size()).objects;
  return *objects_;
}

const Snapshot& Step::deviceBefore() const {
  return index == 0 ? kNothing : of.device.snapshots[index - 1];
}
const Snapshot& Step::referenceBefore() const {
  return index == 0 ? kNothing : of.reference.snapshots[index - 1];
}

LayoutState layoutsBefore(const Step& step) {
  const Snapshot& before = step.referenceBefore();
  LayoutState state;
  for (const auto& storage : before.storages)
    state.storage_bytes.push_back(static_cast<int64_t>(storage.bytes.size()));
  const auto& objects = step.of.objects();
  for (size_t id = 0; id < before.tensors.size(); ++id) {
    Layout layout = before.tensors[id].layout;
    if (!before.tensors[id].defined) layout.storage = -1;
    const bool is_first_name = objects[id] == static_cast<int>(id);
    state.addTensor(std::move(layout), is_first_name ? -1 : objects[id]);
  }
  state.makers.assign(before.storages.size(), -1);
  return state;
}

std::vector<int> owners(const Snapshot& snapshot) {
  std::vector<int> owners(snapshot.storages.size(), -1);
  for (size_t id = 0; id < snapshot.tensors.size(); ++id) {
    if (!snapshot.tensors[id].defined) continue;
    int& owner = owners[static_cast<size_t>(snapshot.tensors[id].layout.storage)];
    if (owner < 0) owner = static_cast<int>(id);
  }
  return owners;
}

void forEachDifference(const Comparison& of, const Snapshot& device, const Snapshot& reference,
                       bool exact, const std::function<bool(const ElementPair&)>& differs) {
  if (!of.device.shows.bytes || !of.reference.shows.bytes) return;
  for (const int owner : owners(reference)) {
    if (owner < 0) continue;
    const auto id = static_cast<size_t>(owner);
    const TensorState& ours = device.tensors[id];
    const TensorState& theirs = reference.tensors[id];
    if (!ours.defined || ours.layout.dtype != theirs.layout.dtype) continue;
    const StorageState& a = device.storages[static_cast<size_t>(ours.layout.storage)];
    const StorageState& b = reference.storages[static_cast<size_t>(theirs.layout.storage)];
    const auto width = static_cast<size_t>(itemsize(theirs.layout.dtype));
    if (a.bytes == b.bytes) continue;
    // A backend may allocate more bytes for a result than it needs.
    const bool whole = of.definesWholeStorage(id) && a.bytes.size() == b.bytes.size();
    Equality equality;
    if (!exact) equality.bound = summationBound(b.dtype, largestMagnitude(b.dtype, b.bytes));
    const auto visit = [&](size_t at_a, size_t at_b) {
      if (at_a + width > a.bytes.size() || at_b + width > b.bytes.size()) return true;
      const std::byte* x = a.bytes.data() + at_a;
      const std::byte* y = b.bytes.data() + at_b;
      if (equalElements(theirs.layout.dtype, x, y, equality)) return true;
      return differs({owner, static_cast<int64_t>(at_b / width), theirs.layout.dtype, x, y, at_a});
    };
    if (whole) {
      for (size_t at = 0; at + width <= b.bytes.size(); at += width) {
        if (!visit(at, at)) return;
      }
      continue;
    }
    const auto positions_a = elementPositions(ours.layout);
    const auto positions_b = elementPositions(theirs.layout);
    for (size_t i = 0; i < std::min(positions_a.size(), positions_b.size()); ++i) {
      if (!visit(static_cast<size_t>(positions_a[i]) * width,
                 static_cast<size_t>(positions_b[i]) * width))
        return;
    }
  }
}

}  // namespace viewfuzz
