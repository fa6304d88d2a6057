#include "viewfuzz/examine/minimize.h"

#include "viewfuzz/execute/operators.h"
#include "viewfuzz/reduce/minimality.h"

namespace viewfuzz {
namespace {

std::optional<Violation> rechecked(const Violation& like, const Program& program,
                                   Predicate& predicate) {
  try {
    return predicate.recheck(like, program);
  } catch (const BadCall&) {  // nothing made the program smaller, and it is too large for a check
    return std::nullopt;
  }
}

}  // namespace

Witness minimize(const Witness& witness, Predicate& predicate, const Budget& budget) {
  const FailsTheSame fails = [&](const Program& candidate) {
    return predicate.failsLike(candidate, witness.violation);
  };
  Spending spending(budget);
  const Reduction reduction = reduce(witness.program, fails, spending);
  Witness minimal = witness;
  bool one_minimal = false;
  if (auto violation = rechecked(witness.violation, reduction.program, predicate)) {
    minimal.program = reduction.program;
    minimal.violation = std::move(*violation);
    one_minimal = isOneMinimal(minimal.program, fails, spending) && !predicate.stopped();
  }
  minimal.effort = spending.effort();
  minimal.effort.one_minimal = one_minimal;
  return minimal;
}

}  // namespace viewfuzz
