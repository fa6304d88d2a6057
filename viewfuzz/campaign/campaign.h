#pragma once

#include <atomic>
#include <filesystem>
#include <functional>
#include <limits>
#include <optional>
#include <set>
#include <vector>

#include "viewfuzz/campaign/board.h"
#include "viewfuzz/campaign/coverage.h"
#include "viewfuzz/examine/inspector.h"
#include "viewfuzz/generate/generate.h"
#include "viewfuzz/isolate/stop.h"
#include "viewfuzz/reduce/reduce.h"
#include "viewfuzz/report/progress.h"

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
  std::set<std::string> known;   ///< signatures that are reported already
  /// Ends the campaign, and what it waits for: reductions and confirmations too where somebody asks
  /// for an end; those that have begun are finished where only `seconds` are over.
  StopCondition stop;
  /// Without a sign of life of the device for so many seconds, a case counts as hung. All that a
  /// campaign waits for is given a multiple of this, or of what was measured (isolate/patience.h).
  double patience = 10;
  /// Of this case, programs are tried in processes of their own: one of them ended a worker.
  std::optional<uint64_t> apart_case;
  bool confirm = true;  ///< what is found is seen to fail without the cases before (confirm.h)
  /// Each case is put to the trials of these properties, and to others now and then.
  std::set<Property> always;
  bool thorough = false;   ///< looks also at cases whose ends agree (inspector.h)
  bool quiet = false;      ///< what the backend writes to the standard error is not shown
  Board* board = nullptr;  ///< shown how far it is, if there is one
};

/// Called now and then; false ends the campaign.
using OnProgress = std::function<bool(const Progress&)>;
/// Called for each new finding, reduced.
using OnFinding = std::function<void(const Finding&)>;

/// Says in the finding which campaign it is of.
void sign(Finding& finding, const CampaignOptions& options);

/// Where cases come from.
struct Cases {
  std::function<Program(uint64_t seed, uint64_t index)> make;
  uint64_t count = std::numeric_limits<uint64_t>::max();

  /// Cases by random choices: a generator, or any other function of choices.
  static Cases drawn(std::function<Program(Choices&)> draw);
  /// The programs of these texts, whatever the seed. The texts must outlive the cases.
  static Cases listed(const std::vector<std::string>& texts);
};

/// Makes cases, runs each on both targets, and reduces the first of every distinct signature.
/// Deterministic in the seed as long as it is not ended by time.
Progress runCampaign(const Cases& cases, const Target& device, const Target& reference,
                     const CampaignOptions& options, const OnProgress& on_progress,
                     const OnFinding& on_finding);

}  // namespace viewfuzz
