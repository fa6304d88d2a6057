#pragma once

#include "viewfuzz/campaign/campaign.h"
#include "viewfuzz/examine/survival.h"

namespace viewfuzz {

/// Runs a campaign that outlives the backend. The cases run in a worker, a process that is watched.
/// If the worker crashes, stands still or takes ever more memory, its case becomes a finding of the
/// property `survival`, and another worker goes on behind that case.
///
/// A third process confirms what a worker finds, while the worker goes on; it is watched as well
/// (docs/processes.md). `load` is called in these processes only. `on_progress` is called many
/// times a second. If it gives false, or the stop of the options is due, all processes end within a
/// second.
///
/// If the backend cannot be loaded, or not again, or a worker cannot hand over a finding, throws
/// `std::runtime_error` with a sentence.
Progress superviseCampaign(const Cases& cases, const LoadTarget& load,
                           const CampaignOptions& options, const OnProgress& on_progress,
                           const OnFinding& on_finding);

}  // namespace viewfuzz
