#include "viewfuzz/examine/oracle.h"

#include "viewfuzz/execute/operators.h"

namespace viewfuzz {

bool Oracle::failsLike(const Program& program, const Violation& violation) {
  if (stopped()) return false;
  try {
    const auto seen = examineFor(violation, program);
    return seen && seen->signature() == violation.signature() &&
           seen->write_lost == violation.write_lost;
  } catch (const BadCall&) {
    return false;
  }
}

}  // namespace viewfuzz
