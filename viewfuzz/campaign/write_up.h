#pragma once

#include "viewfuzz/examine/minimize.h"
#include "viewfuzz/examine/survival.h"
#include "viewfuzz/report/finding.h"

namespace viewfuzz {

/// The finding that a witness is. Who has it minimized fills in where it comes from.
Finding findingOf(const Witness& witness);

/// The same for a program that its process does not live through, as `violation` says: it is
/// reduced by tries in processes of their own, for which there is at least a minute, and its last
/// words are kept. The stop of `survival` ends it early. A hang is seen to be one with all
/// patience, or reduced again with that.
Finding survivalFinding(const Program& program, const Violation& violation,
                        const Survival& survival, Budget budget);

}  // namespace viewfuzz
