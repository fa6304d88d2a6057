#include "viewfuzz/examine/predicate.h"

#include "viewfuzz/execute/operators.h"

namespace viewfuzz {

bool Predicate::failsLike(const Program& program, const Violation& violation) {
  if (stopped()) return false;
  try {
    const auto seen = recheck(violation, program);
    return seen && seen->signature() == violation.signature() &&
           seen->write_lost == violation.write_lost;
  } catch (const BadCall&) {
    return false;
  }
}

}  // namespace viewfuzz
