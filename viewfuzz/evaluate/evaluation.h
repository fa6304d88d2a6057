#pragma once

#include <array>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "viewfuzz/report/finding.h"

namespace viewfuzz {

inline constexpr size_t kProperties = static_cast<size_t>(Property::survival) + 1;

/// One campaign against one fault.
struct Start {
  uint64_t seed = 0;
  bool found = false;
  uint64_t cases = 0;  ///< up to the detection; where missed, all that were run
  double seconds = 0;  ///< the same
  Finding first;       ///< the first finding
  /// What somebody would look at: the first small program that fails
  /// (generate/small/small_scope.h), or the simplest of all that were found up to the end.
  Finding simplest;
  size_t findings = 0;  ///< distinct signatures up to the end
  /// The simplest program fails without the fault, or not in the way that its finding says.
  bool slipped = false;
};

/// By property: in how many of the cases it would have reported something, had it been the only one
/// that is checked.
struct Survey {
  uint64_t cases = 0;
  uint64_t differing = 0;
  std::array<uint64_t, kProperties> seen{};
};

/// What became of one fault.
struct FaultResult {
  std::string name;
  std::string about;
  std::vector<Start> starts;
  Survey survey;

  size_t found() const;
  /// Of the times to detection, missed ones counted as the budget that was spent (censored): the
  /// share `p` of them is at most this.
  double seconds(double p) const;
  double cases(double p) const;
  /// Distinct minimal programs over the starts.
  std::vector<std::string> programs() const;
  /// Properties that see it in the survey, or that named a finding.
  std::vector<Property> seenBy() const;
};

struct Evaluation {
  std::vector<FaultResult> faults;
  size_t left = 0;  ///< faults that it has not come to, because it was interrupted
  int seeds = 0;
  double budget = 0;  ///< seconds a start
  std::vector<std::pair<std::string, std::string>> versions;

  /// Properties that see nothing that no other sees; none while faults are left.
  std::vector<Property> neverAlone() const;
};

// For people, for machines, and as a page of its own: the matrix fault × property.
std::string evaluationText(const Evaluation& evaluation);
nlohmann::json toJson(const Evaluation& evaluation);
std::string evaluationHtml(const Evaluation& evaluation);

}  // namespace viewfuzz
