#pragma once

#include "viewfuzz/campaign/campaign.h"
#include "viewfuzz/examine/afresh.h"

namespace viewfuzz {

/// Finds out whether the program of a finding fails by itself.
///
/// A worker runs many cases in one process, and a backend may keep plans or caches from one case to
/// the next. So a reduced program may fail only behind the cases before it.
class Confirmation {
 public:
  /// `patience`: together with what was measured of the backend.
  Confirmation(const Cases& cases, LoadTarget load, const CampaignOptions& options,
               const Patience& patience);

  /// Tries, in processes that have run nothing else, what fails as the finding says:
  ///
  /// - its program: then the finding stays as it is;
  /// - its whole case: then the case is reduced again in such processes;
  /// - its case behind the latest earlier case that makes it fail, of the cases from `first` on:
  /// then
  ///   the two are reduced together.
  ///
  /// If nothing of this fails, the finding is not `alone`. If there is no answer, as when the
  /// backend cannot be loaded again, the finding is not `confirmed`.
  Finding confirmed(Finding finding, uint64_t first);

  /// Does the program fail as the finding says, in a process that has run nothing else?
  bool standsAlone(const Finding& finding);

 private:
  Program caseAt(uint64_t index) const;
  std::optional<Program> withHistory(const Finding& finding, const Program& program,
                                     uint64_t first);
  const Cases& cases_;
  const CampaignOptions& options_;
  Afresh afresh_;
};

}  // namespace viewfuzz
