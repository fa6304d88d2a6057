#pragma once

#include "viewfuzz/campaign/campaign.h"
#include "viewfuzz/examine/survival.h"

namespace viewfuzz {

/// Looks into programs on which another tool stopped, such as the inputs that libFuzzer keeps. The
/// backend is only used in other processes, so no program can end or block this one.
class Triage {
 public:
  /// Of the options, `reported`, `patience`, `stop`, `reduce_budget` and those for the reports
  /// count. If the backend cannot be loaded, throws `std::runtime_error` with a sentence.
  Triage(LoadTarget load, CampaignOptions options);

  struct Verdict {
    std::string signature;           ///< empty if the program alone shows no violation
    std::optional<Finding> finding;  ///< reduced; none where the signature is reported already
  };
  /// Throws `BadCall` for a program that no target can run, `CannotLoad` if the backend cannot be
  /// loaded again, and `std::runtime_error` if the other process cannot hand over a finding.
  Verdict examine(const Program& program);

 private:
  Verdict asSurvival(const Program& program, const Violation& violation);
  Verdict asCase(const Program& program, bool apart);
  /// The verdict with the finding, or without it if its signature is reported already.
  Verdict verdictOf(Finding finding);

  Survival survival() const;

  LoadTarget load_;
  CampaignOptions options_;
  Patience patience_;  ///< together with what the first load and the first program took
};

}  // namespace viewfuzz
