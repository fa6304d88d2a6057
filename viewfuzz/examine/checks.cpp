#include "viewfuzz/examine/checks.h"

#include "viewfuzz/examine/steady.h"
#include "viewfuzz/execute/refusal.h"
#include "viewfuzz/execute/warnings.h"
#include "viewfuzz/judge/judge.h"

namespace viewfuzz {

bool Checks::differs(const Program& program) {
  reference_.run(program, Speed::fast, on_reference_);
  device_.run(program, Speed::fast, on_device_);
  return !hasAgreed(program);
}

std::optional<Violation> Checks::located(const Program& program) {
  reference_.run(program, Speed::located, on_reference_);
  device_.run(program, Speed::located, on_device_);
  return unlessLeftOpen(program, judge(program, on_device_, on_reference_, true, asked_));
}

std::optional<Violation> Checks::unlessLeftOpen(const Program& program,
                                                std::optional<Violation> violation) {
  if (!violation || violation->property < Property::containment) return violation;
  const auto* call = std::get_if<Call>(&program.statements[violation->statement].what);
  const bool unknown_op = call != nullptr && call->entry == nullptr;
  if (unknown_op && !isSteady(reference_, program, violation->statement)) return std::nullopt;
  return violation;
}

bool Checks::hasAgreed(const Program& program) const {
  return agree(program, on_device_, on_reference_, asked_.contains(Property::version));
}

std::vector<Property> Checks::brokenAlone(const Program& program) {
  reference_.run(program, Speed::located, on_reference_);
  device_.run(program, Speed::located, on_device_);
  return viewfuzz::brokenAlone(program, on_device_, on_reference_);
}

std::vector<std::string> Checks::warningsOf(const Program& program) {
  const EveryWarning every;
  KeptWarnings kept;
  device_.handWarningsTo(&kept);
  // An asynchronous device may report an error at the end; then there are the warnings up to there.
  refusalOf([&] { device_.run(program, Speed::fast, on_device_); });
  device_.handWarningsTo(nullptr);
  return kept.texts();
}

void Checks::takeTimes(bool on) {
  device_.takeTimes(on);
  reference_.takeTimes(on);
}

}  // namespace viewfuzz
