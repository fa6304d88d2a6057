#pragma once

#include <array>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "viewfuzz/judge/property_set.h"
#include "viewfuzz/report/finding.h"

namespace viewfuzz {

/// One campaign against one fault.
struct Start {
  uint64_t seed = 0;
  bool found = false;
  uint64_t cases = 0;  ///< up to the detection; where missed, all that were run
  double seconds = 0;  ///< the same
  Finding first;       ///< the first finding
  /// The finding to show: the first small program that fails (generate/small/small_scope.h), or the
  /// simplest of all that the campaign found.
  Finding simplest;
  size_t findings = 0;  ///< distinct signatures up to the end
  /// The simplest program fails without the fault, or fails with it in another way than the finding
  /// says.
  bool slipped = false;
};

/// For each property: in how many of the cases it would report something if it were the only
/// property that is checked.
struct Survey {
  uint64_t cases = 0;
  uint64_t differing = 0;
  std::array<uint64_t, kProperties> seen{};
};

/// How one fault was found.
struct FaultResult {
  std::string name;
  std::string about;
  std::vector<Start> starts;
  Survey survey;

  size_t found() const;
  /// The time after which a share `p` of the starts had found the fault. A start that missed it
  /// counts with the budget that it spent (censored).
  double seconds(double p) const;
  double cases(double p) const;
  /// The distinct minimal programs of all starts.
  std::vector<std::string> programs() const;
  /// The properties that see the fault in the survey, or that named a finding.
  std::vector<Property> seenBy() const;
};

struct Evaluation {
  std::vector<FaultResult> faults;
  size_t left = 0;  ///< faults that it has not come to, because it was interrupted
  int seeds = 0;
  double budget = 0;  ///< seconds a start
  std::vector<std::pair<std::string, std::string>> versions;

  /// The properties without which every fault is still seen. None if the evaluation ended early.
  std::vector<Property> neverAlone() const;
};

// The evaluation as text for people, as JSON, and as a page with the matrix fault × property.
std::string evaluationText(const Evaluation& evaluation);
nlohmann::json toJson(const Evaluation& evaluation);
std::string evaluationHtml(const Evaluation& evaluation);

}  // namespace viewfuzz
