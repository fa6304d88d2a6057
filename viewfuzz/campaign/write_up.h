#pragma once

#include "viewfuzz/examine/minimize.h"
#include "viewfuzz/examine/survival.h"
#include "viewfuzz/report/finding.h"

namespace viewfuzz {

/// Makes a finding of a witness. The caller adds where it was found.
Finding findingOf(const Witness& witness);

/// Makes a finding of a program that its process does not survive, as `violation` says.
///
/// The program is reduced by tries in processes of their own; the budget for that is at least a
/// minute, and the stop of `survival` ends it. A try has less patience than the run that hung. If
/// the reduced program does not hang with all patience, the program is reduced again with that. The
/// finding keeps the last words of the process, and the statements that the reference refuses.
Finding survivalFinding(const Program& program, const Violation& violation,
                        const Survival& survival, Budget budget);

}  // namespace viewfuzz
