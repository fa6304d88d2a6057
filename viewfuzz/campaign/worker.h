#pragma once

#include "viewfuzz/campaign/campaign.h"
#include "viewfuzz/examine/afresh.h"
#include "viewfuzz/examine/with_backend.h"
#include "viewfuzz/isolate/channel.h"

namespace viewfuzz {

/// The frames that a worker sends to the process that watches it.
enum WorkerTag : uint32_t {
  kWorkerLoaded = 1,  ///< the backend is there; no bytes
  kWorkerFinding,     ///< JSON (report/finding_json.h)
  kWorkerLost,        ///< a sentence about a finding that cannot be handed over
};

/// Loads the backend and runs the campaign in this process, which is a child. Counts go to the
/// board of the options, and findings through the channel. Throws `ChildError`.
void workOnCampaign(const Cases& cases, const LoadTarget& load, const CampaignOptions& options,
                    Channel& line);

}  // namespace viewfuzz
