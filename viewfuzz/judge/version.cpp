#include "viewfuzz/judge/properties.h"

namespace viewfuzz {

// A tensor and its views share one counter, and every write in place raises it. By the counter,
// autograd sees that a value which it saved has changed, and refuses the backward pass. The counter
// of a source begins at 0.
std::optional<Violation> checkVersion(const Step& step) {
  for (size_t id = 0; id < step.reference().tensors.size(); ++id) {
    const TensorState& device = step.device().tensors[id];
    const TensorState& reference = step.reference().tensors[id];
    if (!device.defined || !reference.defined || device.version == reference.version) continue;
    return violationAt(step, Property::version, Condition::none,
                       evidence::Version{static_cast<int>(id), reference.version, device.version});
  }
  return std::nullopt;
}

}  // namespace viewfuzz
