// What must hold of a backend, for arbitrary programs. A counterexample shrinks by the passes of
// the reducer.

#include <ATen/Parallel.h>

#include <algorithm>
#include <cstdlib>

#include "properties/arbitrary_program.h"
#include "properties/check.h"
#include "viewfuzz/examine/inspector.h"
#include "viewfuzz/target/open.h"
#include "viewfuzz/target/planted_faults.h"

namespace viewfuzz {
namespace {

Inspector& inspector() {
  static const TargetPtr device = [] {
    at::set_num_threads(1);
    const char* library = std::getenv("VIEWFUZZ_BACKEND");
    TargetPtr target = openTarget(library != nullptr ? library : VIEWFUZZ_NPU);
    setGuarded(true);
    return target;
  }();
  static Inspector inspector(*device, cpuTarget());
  return inspector;
}

/// Fails if the program shows a violation for which `counts` is true, with its signature and what
/// was observed.
template <typename Counts>
void expectNothing(const Program& program, LookOptions::Trials trials, Counts counts) {
  LookOptions options;
  options.trials = trials;
  const Look look = inspector().look(program, options);
  if (!look.witness || !counts(look.witness->violation)) return;
  const auto clear = inspector().clarify(*look.witness);
  const Violation& named = clear ? clear->violation : look.witness->violation;
  RC_FAIL(named.signature() + ": " + describe(look.witness->violation));
}

void expectProperty(const Program& program, Property property) {
  expectNothing(program, LookOptions::Trials::none, [&](const Violation& violation) {
    return violation.property == property || std::find(violation.also.begin(), violation.also.end(),
                                                       property) != violation.also.end();
  });
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
  expectNothing(program, LookOptions::Trials::all, [](const Violation&) { return true; });
}
}  // namespace viewfuzz
