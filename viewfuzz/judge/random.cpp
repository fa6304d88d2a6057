#include "viewfuzz/judge/random.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "viewfuzz/judge/properties.h"
#include "viewfuzz/program/op.h"

namespace viewfuzz {
namespace {

constexpr size_t kEnoughElements = 8;

/// Of one storage: which bytes changed, and which the destinations cover.
struct Bytes {
  size_t changed_inside = 0;
  size_t changed_outside = 0;
  size_t elements = 0;  ///< of floating destinations
};

std::vector<bool> covered(const Snapshot& snapshot, const std::vector<int>& tensors, int storage,
                          size_t bytes) {
  std::vector<bool> covered(bytes);
  for (const int id : tensors) {
    const Layout& layout = snapshot.tensors[static_cast<size_t>(id)].layout;
    if (layout.storage != storage) continue;
    const auto width = static_cast<size_t>(itemsize(layout.dtype));
    for (const int64_t position : elementPositions(layout)) {
      const auto first = static_cast<size_t>(position) * width;
      for (size_t i = first; i < std::min(first + width, bytes); ++i) covered[i] = true;
    }
  }
  return covered;
}

Bytes compare(const Step& step, const std::vector<int>& destinations) {
  Bytes bytes;
  const Snapshot& before = step.deviceBefore();
  for (size_t id = 0; id < before.tensors.size(); ++id) {
    if (!before.tensors[id].defined) continue;
    // Once a storage: by the tensor that stands for it.
    const int storage = before.tensors[id].layout.storage;
    if (owners(before)[static_cast<size_t>(storage)] != static_cast<int>(id)) continue;
    const int storage_after = step.device().tensors[id].layout.storage;
    const auto& old = before.storages[static_cast<size_t>(storage)].bytes;
    const auto& now = step.device().storages[static_cast<size_t>(storage_after)].bytes;
    const auto inside = covered(step.device(), destinations, storage_after, now.size());
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

bool isRandom(const Step& step) {
  return step.call() != nullptr && step.call()->entry != nullptr && step.call()->entry->random;
}

std::optional<Violation> checkRandomWrite(const Step& step) {
  const std::vector<int> written = destinations(*step.call());
  for (const int id : written) {
    if (!step.device().tensors[static_cast<size_t>(id)].defined) return std::nullopt;
  }
  const Bytes bytes = compare(step, written);
  if (bytes.changed_outside > 0) {
    return violationAt(
        step, Property::containment, "",
        fmt::format("{} {} outside the written view changed; random numbers went astray",
                    bytes.changed_outside, bytes.changed_outside == 1 ? "byte" : "bytes"));
  }
  if (bytes.changed_inside == 0 && bytes.elements >= kEnoughElements) {
    return violationAt(step, Property::writeBack, "",
                       fmt::format("{} elements of the written view kept the old value; random "
                                   "numbers were expected",
                                   bytes.elements));
  }
  return std::nullopt;
}

}  // namespace viewfuzz
