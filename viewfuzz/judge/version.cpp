#include "viewfuzz/judge/properties.h"

namespace viewfuzz {

// A tensor and its views share one counter, which every write in place raises; autograd refuses to
// go back through a value that was saved and then changed. Sources begin at 0.
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
