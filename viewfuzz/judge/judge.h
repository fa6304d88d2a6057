#pragma once

#include <optional>

#include "viewfuzz/execute/observation.h"
#include "viewfuzz/judge/violation.h"
#include "viewfuzz/program/program.h"

namespace viewfuzz {

/// Do the ends of two fast runs agree in all that the properties compare? A quick question: it does
/// not say where they differ.
bool agree(const Program& program, const Observation& device, const Observation& reference);

/// The violation of the first statement that breaks a property, from two located runs. It is named
/// by the first property that is broken; the others that the same statement breaks are its
/// consequences. Judging ends at a statement whose outcome is left open (undefined.h) or random
/// (random.h).
///
/// `vote`: the third vote (referee.h) says which side is wrong. It needs two runs of one program.
std::optional<Violation> judge(const Program& program, const Observation& device,
                               const Observation& reference, bool vote = true);

/// Is the outcome of some statement left open, or random?
bool isLeftOpen(const Program& program, const Observation& device, const Observation& reference);

/// The properties that two located runs break, each checked as though it were the only one. So a
/// property counts also if it only breaks as a consequence, at the same statement or a later one.
std::vector<Property> brokenAlone(const Program& program, const Observation& device,
                                  const Observation& reference);

}  // namespace viewfuzz
