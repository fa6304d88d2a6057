#pragma once

#include "viewfuzz/execute/gradients.h"
#include "viewfuzz/execute/operators.h"
#include "viewfuzz/execute/run.h"
#include "viewfuzz/judge/violation.h"

namespace viewfuzz {

/// The violation with what the CPU refuses of the program, as the judge keeps it.
inline Violation withRefusalsOfCpu(Violation violation, const Program& program) {
  const Target cpu = Target::cpu();
  Runner runner(cpu);
  try {
    if (violation.property == Property::gradient) {
      violation.refused_by_reference =
          refusedStatements(runWithGradients(runner, program).refusals);
    } else {
      Observation seen;
      runner.run(program, Speed::fast, seen);
      violation.refused_by_reference = refusedStatements(seen.refusals);
    }
  } catch (const BadCall&) {  // an op of a backend that is not loaded
  }
  return violation;
}

}  // namespace viewfuzz
