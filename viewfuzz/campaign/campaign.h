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
  Coverage* coverage = nullptr;  ///< counts every case, which takes time; may be null
  /// `superviseCampaign` ends with so many findings; what is found beside them is not told.
  uint64_t most_findings = std::numeric_limits<uint64_t>::max();
  std::set<std::string> reported;  ///< signatures for which there is a finding already
  /// Ends the campaign. If somebody asks for the end, reductions and confirmations end as well. If
  /// only `seconds` are over, those that have begun are finished.
  StopCondition stop;
  /// A case hangs if the device gives no sign of life for so many seconds. Every other limit of a
  /// campaign is a multiple of this, or of what was measured (isolate/patience.h).
  double patience = 10;
  /// For this case, the reducer tries programs in processes of their own: one of them ended a
  /// worker.
  std::optional<uint64_t> apart_case;
  bool confirm = true;  ///< tries each finding without the cases before it (confirm.h)
  PropertySet asked = allProperties();  ///< a violation of another property is not told
  /// Trials of these properties are asked of each case, other trials only now and then.
  std::set<Property> always;
  bool thorough = false;   ///< looks also at cases whose ends agree (inspector.h)
  bool quiet = false;      ///< hides what the backend writes to the standard error
  Board* board = nullptr;  ///< the campaign shows there how far it is; may be null
};

/// Called now and then; false ends the campaign.
using OnProgress = std::function<bool(const Progress&)>;
/// Called for each new finding, reduced.
using OnFinding = std::function<void(const Finding&)>;

/// Writes into the finding which campaign found it.
void sign(Finding& finding, const CampaignOptions& options);

/// Where cases come from.
struct Cases {
  std::function<Program(uint64_t seed, uint64_t index)> make;
  uint64_t count = std::numeric_limits<uint64_t>::max();

  /// Cases by random choices: a generator, or any other function of choices.
  static Cases drawn(std::function<Program(Choices&)> draw);
  /// The programs of these texts; the seed changes nothing. The texts must outlive the cases.
  static Cases listed(const std::vector<std::string>& texts);
};

/// Makes cases, runs each on both targets, and reduces the first of every distinct signature. The
/// seed decides about everything, unless the campaign is ended by time.
Progress runCampaign(const Cases& cases, const Target& device, const Target& reference,
                     const CampaignOptions& options, const OnProgress& on_progress,
                     const OnFinding& on_finding);

}  // namespace viewfuzz
