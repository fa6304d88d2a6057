#pragma once

#include <optional>

#include "viewfuzz/execute/observation.h"
#include "viewfuzz/judge/property_set.h"
#include "viewfuzz/judge/violation.h"
#include "viewfuzz/program/program.h"

namespace viewfuzz {

/// Do the ends of two fast runs agree in all that the properties compare? A quick question: it does
/// not say where they differ. `versions`: version counters are compared as well.
bool agree(const Program& program, const Observation& device, const Observation& reference,
           bool versions = true);

/// The violation of the first statement that breaks a property, from two located runs. It is named
/// by the first property that is broken; the others that the same statement breaks are its
/// consequences. Judging ends at a statement whose outcome is left open (undefined.h) or random
/// (random.h).
///
/// `vote`: the third vote (referee.h) says which side is wrong. It needs two runs of one program.
///
/// `asked`: the violation is named by the first property of these that the statement breaks. If the
/// statement breaks others only, judging ends there all the same, and the violation has one of
/// those: what comes behind the statement may be its consequence. A version counter alone changes
/// nothing that is compared: if it is not asked for, it is not looked at.
std::optional<Violation> judge(const Program& program, const Observation& device,
                               const Observation& reference, bool vote = true,
                               const PropertySet& asked = allProperties());

/// Is the outcome of some statement left open, or random?
bool isLeftOpen(const Program& program, const Observation& device, const Observation& reference);

/// The properties that two located runs break, each checked as though it were the only one. So a
/// property counts also if it only breaks as a consequence, at the same statement or a later one.
std::vector<Property> brokenAlone(const Program& program, const Observation& device,
                                  const Observation& reference);

}  // namespace viewfuzz
