#include "viewfuzz/judge/properties.h"

namespace viewfuzz {
namespace {

/// The first tensor whose storage is not as before, or -1.
int firstChanged(const Snapshot& before, const Snapshot& after) {
  for (const int owner : owners(before)) {
    if (owner < 0) continue;
    const auto id = static_cast<size_t>(owner);
    const auto old = static_cast<size_t>(before.tensors[id].layout.storage);
    const auto now = static_cast<size_t>(after.tensors[id].layout.storage);
    if (before.storages[old].bytes != after.storages[now].bytes) return owner;
  }
  return -1;
}

}  // namespace

// Some ops refuse a call after they have written a part of the result. If the reference does so, a
// device that writes the same is right.
std::optional<Violation> checkRefusedWrite(const Step& step) {
  bool differs = false;
  forEachDifference(step.of, step.device(), step.reference(), step.index < step.of.inexact_from,
                    [&](const ElementPair&) {
                      differs = true;
                      return false;
                    });
  if (!differs) return std::nullopt;
  const int by_device = firstChanged(step.deviceBefore(), step.device());
  const int by_reference = firstChanged(step.referenceBefore(), step.reference());
  const int changed = by_device >= 0 ? by_device : by_reference;
  Violation violation =
      violationAt(step, Property::containment, Condition::refused, evidence::Changed{changed});
  if (by_device < 0) violation.odd = OddOneOut::reference;
  if (by_reference < 0) violation.odd = OddOneOut::device;
  return violation;
}

}  // namespace viewfuzz
