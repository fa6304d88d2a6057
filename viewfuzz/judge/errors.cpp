#include "viewfuzz/judge/properties.h"

namespace viewfuzz {

// Both sides accept the statement, or both refuse it by an error of the same class. The text of an
// error is free.
std::optional<Violation> checkErrors(const Step& step) {
  const auto& device = step.of.device.refusals[step.index];
  const auto& reference = step.of.reference.refusals[step.index];
  if (!device && !reference) return std::nullopt;
  if (device && reference && device->kind == reference->kind) return std::nullopt;
  Condition condition = Condition::accepted;
  if (device && reference) {
    condition = Condition::kind;
  } else if (device) {
    const auto* source = std::get_if<Source>(&step.statement().what);
    condition = source ? Condition::refusedDtype(source->layout.dtype) : Condition::refused;
  }
  return violationAt(step, Property::errors, condition,
                     evidence::Refused{evidence::Refused::When::called, device, reference});
}

}  // namespace viewfuzz
