#include "viewfuzz/campaign/examiner.h"

#include "viewfuzz/execute/operators.h"
#include "viewfuzz/judge/judge.h"

namespace viewfuzz {

bool Examiner::differs(const Program& program) {
  reference_.run(program, Speed::fast, on_reference_);
  device_.run(program, Speed::fast, on_device_);
  return !agree(program, on_device_, on_reference_);
}

std::optional<Violation> Examiner::examine(const Program& program) {
  reference_.run(program, Speed::located, on_reference_);
  device_.run(program, Speed::located, on_device_);
  return judge(program, on_device_, on_reference_);
}

bool Examiner::failsLike(const Program& program, const Violation& violation) {
  try {
    const auto seen = examineFor(violation.property, program);
    return seen && seen->signature() == violation.signature() &&
           seen->write_lost == violation.write_lost;
  } catch (const BadCall&) {
    return false;
  }
}

void Examiner::takeTimes(bool on) {
  device_.takeTimes(on);
  reference_.takeTimes(on);
}

}  // namespace viewfuzz
