#include "viewfuzz/judge/properties.h"

namespace viewfuzz {
namespace {

/// Is the base's storage wrong behind some later statement? It is, if a write went into a copy.
bool writeLost(const Step& step, int base) {
  const Comparison& of = step.of;
  for (size_t i = step.index + 1; i < of.program.statements.size(); ++i) {
    bool lost = false;
    forEachDifference(of, of.device.snapshots[i], of.reference.snapshots[i], i < of.inexact_from,
                      [&](const ElementPair& pair) {
                        lost = lost || pair.owner == base;
                        return !lost;
                      });
    if (lost) return true;
  }
  return false;
}

}  // namespace

std::vector<int> aliases(const Snapshot& snapshot) {
  std::vector<int> first_of_storage(snapshot.storages.size(), -1);
  std::vector<int> first(snapshot.tensors.size());
  for (size_t id = 0; id < snapshot.tensors.size(); ++id) {
    first[id] = static_cast<int>(id);
    const TensorState& tensor = snapshot.tensors[id];
    if (!tensor.defined || numel(tensor.layout) == 0) continue;
    int& of_storage = first_of_storage[static_cast<size_t>(tensor.layout.storage)];
    if (of_storage < 0) of_storage = static_cast<int>(id);
    first[id] = of_storage;
  }
  return first;
}

// Two tensors must share a storage if they do so on the reference, with these very layouts. The
// schema cannot say it: many ops give a view for some layouts only (reshape, contiguous).
std::optional<Violation> checkAliasing(const Step& step) {
  const auto device = aliases(step.device());
  const auto reference = aliases(step.reference());
  for (size_t id = 0; id < device.size(); ++id) {
    if (device[id] == reference[id] || !step.device().tensors[id].defined) continue;
    const evidence::Shared shared{static_cast<int>(id), reference[id], device[id]};
    if (!shared.isCopy() || shared.expected == shared.tensor)
      return violationAt(step, Property::aliasing, Condition::shared, shared);
    Violation violation = violationAt(step, Property::aliasing, Condition::copy, shared);
    violation.write_lost = writeLost(step, reference[id]);
    return violation;
  }
  return std::nullopt;
}

}  // namespace viewfuzz
