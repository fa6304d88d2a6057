#pragma once

#include <functional>

#include "viewfuzz/examine/minimize.h"
#include "viewfuzz/examine/survival.h"
#include "viewfuzz/report/finding.h"

namespace viewfuzz {

/// The finding that a witness is. Who has it minimized fills in where it comes from.
Finding findingOf(const Witness& witness);

/// The same for a program that its process does not live through, as `violation` says: it is
/// reduced by tries in processes of their own, for which there is at least a minute, and its last
/// words are kept. `go_on` is asked before each try; false ends it early.
Finding survivalFinding(
    const Program& program, const Violation& violation, const Survival& survival, Budget budget,
    const std::function<bool()>& go_on = [] { return true; });

}  // namespace viewfuzz
