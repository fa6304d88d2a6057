#include <fmt/format.h>

#include "viewfuzz/judge/properties.h"

namespace viewfuzz {

// Refused by both or by neither, with an error of the same class; the texts are free.
std::optional<Violation> checkErrors(const Step& step) {
  const auto& device = step.of.device.refusals[step.index];
  const auto& reference = step.of.reference.refusals[step.index];
  if (!device && !reference) return std::nullopt;
  if (device && reference) {
    if (device->kind == reference->kind) return std::nullopt;
    return violationAt(
        step, Property::errors, "kind",
        fmt::format("the device refuses it by another error ({}: {}) than the "
                    "reference ({}: {})",
                    device->kind, device->message, reference->kind, reference->message));
  }
  if (device) {
    // A dtype that the device cannot hold is a limit of its own, apart from the op.
    std::string condition = "refused";
    if (const auto* source = std::get_if<Source>(&step.statement().what)) {
      condition = fmt::format("refused {}", dtypeName(source->layout.dtype));
    }
    return violationAt(
        step, Property::errors, condition,
        fmt::format("the device refuses it ({}: {})", device->kind, device->message));
  }
  return violationAt(step, Property::errors, "accepted",
                     fmt::format("the device accepts what the reference refuses ({}: {})",
                                 reference->kind, reference->message));
}

}  // namespace viewfuzz
