#include "viewfuzz/judge/open/random.h"

#include <algorithm>

#include "viewfuzz/execute/schema.h"
#include "viewfuzz/judge/properties.h"
#include "viewfuzz/program/op.h"

namespace viewfuzz {
namespace {

constexpr size_t kEnoughElements = 8;

/// How many bytes changed, inside and outside of the destinations.
struct ChangedBytes {
  size_t changed_inside = 0;
  size_t changed_outside = 0;
  size_t elements = 0;  ///< of floating destinations
};

ChangedBytes compare(const Step& step, const std::vector<int>& destinations) {
  ChangedBytes bytes;
  const Snapshot& before = step.deviceBefore();
  for (const int owner : owners(before)) {
    if (owner < 0) continue;
    const auto id = static_cast<size_t>(owner);
    const int storage = step.device().tensors[id].layout.storage;
    const auto& old = before.storages[static_cast<size_t>(before.tensors[id].layout.storage)].bytes;
    const auto& now = step.device().storages[static_cast<size_t>(storage)].bytes;
    std::vector<bool> inside(now.size());
    for (const int dest : destinations) {
      const Layout& layout = step.device().tensors[static_cast<size_t>(dest)].layout;
      if (layout.storage == storage) markBytes(layout, inside);
    }
    for (size_t i = 0; i < std::min(old.size(), now.size()); ++i) {
      if (old[i] != now[i]) ++(inside[i] ? bytes.changed_inside : bytes.changed_outside);
    }
  }
  for (const int id : destinations) {
    const Layout& layout = step.device().tensors[static_cast<size_t>(id)].layout;
    if (category(layout.dtype) >= Category::floating)
      bytes.elements += static_cast<size_t>(numel(layout));
  }
  return bytes;
}

}  // namespace

bool isRandom(const Step& step) { return step.call() != nullptr && drawsAtRandom(*step.call()); }

std::optional<Violation> checkRandomWrite(const Step& step) {
  // Of an op outside the table nobody knows what it writes to.
  if (!step.of.device.shows.bytes || step.call()->entry == nullptr) return std::nullopt;
  const std::vector<int> written = destinations(*step.call());
  for (const int id : written) {
    if (!step.device().tensors[static_cast<size_t>(id)].defined) return std::nullopt;
  }
  const ChangedBytes bytes = compare(step, written);
  using evidence::Where;
  if (bytes.changed_outside > 0)
    return violationAt(step, Property::containment, Condition::none,
                       evidence::RandomBytes{Where::outside, bytes.changed_outside});
  if (bytes.changed_inside == 0 && bytes.elements >= kEnoughElements)
    return violationAt(step, Property::writeBack, Condition::none,
                       evidence::RandomBytes{Where::kept, bytes.elements});
  return std::nullopt;
}

}  // namespace viewfuzz
