#pragma once

#include <atomic>
#include <filesystem>
#include <functional>
#include <limits>
#include <vector>

#include "viewfuzz/campaign/coverage.h"
#include "viewfuzz/campaign/examiner.h"
#include "viewfuzz/generate/generate.h"
#include "viewfuzz/reduce/reduce.h"
#include "viewfuzz/report/finding.h"

namespace viewfuzz {

struct CampaignOptions {
  uint64_t seed = 1;
  uint64_t first_case = 0;
  uint64_t cases = std::numeric_limits<uint64_t>::max();
  double seconds = std::numeric_limits<double>::infinity();
  std::string backend;  ///< for the reports only: as the user named it
  std::string fault;    ///< for the reports only
  std::vector<std::pair<std::string, std::string>> versions;  ///< for the reports only
  Budget reduce_budget;
  Coverage* coverage = nullptr;  ///< told every case, if there is one; costs time
};

/// What a campaign has done so far.
struct Progress {
  uint64_t cases = 0;
  uint64_t statements = 0;
  uint64_t undefined = 0;  ///< cases that differ where the outcome is left open (judge/undefined.h)
  double seconds = 0;
  double share_in_aten = 0;       ///< of the time, taken on a sample of the cases
  std::vector<Finding> findings;  ///< each distinct signature once, in the order of detection
};

/// Called now and then; false ends the campaign.
using OnProgress = std::function<bool(const Progress&)>;
/// Called for each new finding, reduced.
using OnFinding = std::function<void(const Finding&)>;

/// Where cases come from: a generator, or any other function of choices.
using MakeCase = std::function<Program(Choices&)>;

/// Makes cases, runs each on both targets, and reduces the first of every distinct signature.
/// Deterministic in the seed as long as it is not ended by time.
Progress runCampaign(const MakeCase& make_case, const Target& device, const Target& reference,
                     const CampaignOptions& options, const OnProgress& on_progress,
                     const OnFinding& on_finding);

}  // namespace viewfuzz
