#include "viewfuzz/judge/properties.h"

namespace viewfuzz {
bool layoutsAgree(const TensorState& device, const TensorState& reference) {
  const Layout& a = device.layout;
  const Layout& b = reference.layout;
  if (a.sizes != b.sizes || a.dtype != b.dtype) return false;
  if (a.conj != b.conj || a.neg != b.neg) return false;
  if (numel(b) == 0) return true;
  if (a.offset != b.offset) return false;
  for (int64_t d = 0; d < b.rank(); ++d) {
    if (b.sizes[d] > 1 && a.strides[d] != b.strides[d]) return false;
  }
  return true;
}

std::optional<Violation> checkLayout(const Step& step) {
  for (size_t id = 0; id < step.reference().tensors.size(); ++id) {
    const TensorState& device = step.device().tensors[id];
    const TensorState& reference = step.reference().tensors[id];
    if (!device.defined || !reference.defined || layoutsAgree(device, reference)) continue;
    evidence::LaidOut laid_out{static_cast<int>(id), reference.layout, device.layout};
    laid_out.expected.storage = laid_out.got.storage = -1;  // numbers of one side only
    return violationAt(step, Property::layout, Condition::none, laid_out);
  }
  return std::nullopt;
}

}  // namespace viewfuzz
