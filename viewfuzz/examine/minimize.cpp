#include "viewfuzz/examine/minimize.h"

#include "viewfuzz/reduce/minimality.h"

namespace viewfuzz {

Minimal minimise(const Shown& shown, Oracle& oracle, const Budget& budget) {
  const FailsTheSame fails = [&](const Program& candidate) {
    return oracle.failsLike(candidate, shown.violation);
  };
  Minimal minimal{shown, reduce(shown.program, fails, budget), false};
  if (auto violation = oracle.examineFor(shown.violation, minimal.reduction.program)) {
    minimal.shown = {minimal.reduction.program, std::move(*violation)};
    minimal.one_minimal = !smallerNeighbour(minimal.shown.program, fails) && !oracle.stopped();
  }
  return minimal;
}

}  // namespace viewfuzz
