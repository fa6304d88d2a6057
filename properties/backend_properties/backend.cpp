// What a backend keeps, over arbitrary programs. A counterexample is shrunk by the reducer's steps.

#include <ATen/Parallel.h>

#include <algorithm>
#include <cstdlib>

#include "properties/arbitrary_program.h"
#include "properties/check.h"
#include "viewfuzz/examine/examiner.h"
#include "viewfuzz/target/open.h"
#include "viewfuzz/target/planted_faults.h"

namespace viewfuzz {
namespace {

Examiner& examiner() {
  static const TargetPtr device = [] {
    at::set_num_threads(1);
    const char* library = std::getenv("VIEWFUZZ_BACKEND");
    TargetPtr target = openTarget(library != nullptr ? library : VIEWFUZZ_NPU);
    setGuarded(true);
    return target;
  }();
  static Examiner examiner(*device, cpuTarget());
  return examiner;
}

/// Fails with the story of the first violation of `property`, if there is one.
void expectProperty(const Program& program, Property property) {
  const auto violation = examiner().examine(program);
  if (!violation) return;
  const bool broken =
      violation->property == property ||
      std::find(violation->also.begin(), violation->also.end(), property) != violation->also.end();
  if (broken) RC_FAIL(violation->signature() + ": " + violation->detail);
}

}  // namespace

VIEWFUZZ_PROPERTY(Backend, refusesWhatTheReferenceRefuses, const Program& program) {
  expectProperty(program, Property::errors);
}
VIEWFUZZ_PROPERTY(Backend, sharesStoragesAsTheReference, const Program& program) {
  expectProperty(program, Property::aliasing);
}
VIEWFUZZ_PROPERTY(Backend, givesTheLayoutsOfTheReference, const Program& program) {
  expectProperty(program, Property::layout);
}
VIEWFUZZ_PROPERTY(Backend, writesNothingOutsideTheView, const Program& program) {
  expectProperty(program, Property::containment);
}
VIEWFUZZ_PROPERTY(Backend, writesThroughViewsReachTheBase, const Program& program) {
  expectProperty(program, Property::writeBack);
}
VIEWFUZZ_PROPERTY(Backend, computesTheValuesOfTheReference, const Program& program) {
  expectProperty(program, Property::values);
}
VIEWFUZZ_PROPERTY(Backend, raisesVersionCountersAsTheReference, const Program& program) {
  expectProperty(program, Property::version);
}
VIEWFUZZ_PROPERTY(Backend, standsAllOtherTrials, const Program& program) {
  for (const Trial& trial : trials()) {
    const auto violation = (examiner().*trial.examine)(program);
    if (violation) RC_FAIL(violation->signature() + ": " + violation->detail);
  }
}
}  // namespace viewfuzz
