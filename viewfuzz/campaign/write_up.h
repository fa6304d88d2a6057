#pragma once

#include "viewfuzz/campaign/campaign.h"
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

/// The finding that a case is whose process ended, though the case alone does no harm: it takes
/// those before it, from the first case of `options` on.
Finding findingBehindOthers(const Program& program, const ChildOutcome& outcome,
                            const CampaignOptions& options, uint64_t index);

}  // namespace viewfuzz
