#pragma once

#include "viewfuzz/campaign/campaign.h"
#include "viewfuzz/examine/survival.h"

namespace viewfuzz {

/// A campaign that outlives the backend: the cases run in a worker, a process of its own that is
/// watched. A case at which the worker ends, stands still or takes ever more memory becomes a
/// finding of the property `survival`, and another worker goes on behind it.
///
/// `load` is called in the workers only. Throws `std::runtime_error` where the first worker cannot
/// load the backend, and where a worker cannot keep a finding.
Progress superviseCampaign(const Cases& cases, const LoadTarget& load,
                           const CampaignOptions& options, const OnProgress& on_progress,
                           const OnFinding& on_finding);

}  // namespace viewfuzz
