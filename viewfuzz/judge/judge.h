#pragma once

#include <optional>

#include "viewfuzz/execute/observation.h"
#include "viewfuzz/judge/violation.h"
#include "viewfuzz/program/program.h"

namespace viewfuzz {

/// Do the ends of two fast runs agree in all that the properties compare? Quick, and says no more.
bool agree(const Program& program, const Observation& device, const Observation& reference);

/// The violation of the first statement that has one, from two located runs: the primary property,
/// and the others broken at the same statement as its consequences. Nothing is expected behind a
/// statement whose outcome is left open (undefined.h) or random (random.h).
///
/// `vote`: ask the third vote (referee.h), which takes the two for runs of the same program.
std::optional<Violation> judge(const Program& program, const Observation& device,
                               const Observation& reference, bool vote = true);

/// Is the outcome of some statement left open, or random?
bool isLeftOpen(const Program& program, const Observation& device, const Observation& reference);

/// The properties that would report something each, were it the only one that is checked: of those
/// that compare two located runs, the consequences at later statements included.
std::vector<Property> brokenAlone(const Program& program, const Observation& device,
                                  const Observation& reference);

}  // namespace viewfuzz
