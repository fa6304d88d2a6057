#pragma once

#include "viewfuzz/campaign/campaign.h"
#include "viewfuzz/examine/afresh.h"
#include "viewfuzz/examine/with_backend.h"
#include "viewfuzz/isolate/channel.h"

namespace viewfuzz {

/// What a worker tells the process that watches it, besides its end.
enum WorkerTag : uint32_t {
  kWorkerLoaded = 1,  ///< the backend is there; no bytes
  kWorkerFinding,     ///< JSON (report/finding_json.h)
  kWorkerLost,        ///< a finding that cannot be handed over: a sentence
};

/// Loads the backend and runs the campaign in this process, which is a child: what is counted goes
/// to the board of the options, the findings through the channel. Throws `ChildError`.
void workOnCampaign(const Cases& cases, const LoadTarget& load, const CampaignOptions& options,
                    Channel& line);

}  // namespace viewfuzz
