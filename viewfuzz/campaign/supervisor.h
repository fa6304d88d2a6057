#pragma once

#include "viewfuzz/campaign/campaign.h"
#include "viewfuzz/examine/survival.h"

namespace viewfuzz {

/// A campaign that outlives the backend: the cases run in a worker, a process of its own that is
/// watched. A case at which the worker ends, stands still or takes ever more memory becomes a
/// finding of the property `survival`, and another worker goes on behind it.
///
/// What a worker finds is confirmed in a process beside it, while the worker goes on and both are
/// watched (docs/processes.md). `load` is called in these processes only. `on_progress` is called
/// many times a second; false, and a stop of the options, end all processes within a second.
///
/// Throws `std::runtime_error` with a sentence where the backend cannot be loaded, or not again,
/// and where a worker cannot hand over a finding.
Progress superviseCampaign(const Cases& cases, const LoadTarget& load,
                           const CampaignOptions& options, const OnProgress& on_progress,
                           const OnFinding& on_finding);

}  // namespace viewfuzz
