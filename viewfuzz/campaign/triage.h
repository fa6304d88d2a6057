#pragma once

#include "viewfuzz/campaign/campaign.h"
#include "viewfuzz/examine/survival.h"

namespace viewfuzz {

/// Looks into programs that somebody else's run stopped on, such as the inputs that libFuzzer
/// keeps. Whatever touches the backend is done in other processes: no program ends or blocks this
/// one.
class Triage {
 public:
  /// Of the options, `known`, `patience`, `stop`, `reduce_budget` and those for the reports count.
  /// Throws `std::runtime_error` with a sentence where the backend cannot be loaded.
  Triage(LoadTarget load, CampaignOptions options);

  struct Verdict {
    std::string signature;           ///< empty: the program alone shows nothing
    std::optional<Finding> finding;  ///< reduced; none where the signature is known already
  };
  /// Throws `BadCall` for a program that no target can run, `CannotLoad` where the backend cannot
  /// be loaded again, and `std::runtime_error` where a finding cannot be handed over.
  Verdict examine(const Program& program);

 private:
  Verdict asSurvival(const Program& program, const Violation& violation);
  Verdict asCase(const Program& program, bool apart);
  Verdict known(Finding finding);

  Survival survival() const;

  LoadTarget load_;
  CampaignOptions options_;
  Patience patience_;  ///< with what the first load and the first program took
};

}  // namespace viewfuzz
