#pragma once

#include "viewfuzz/campaign/campaign.h"
#include "viewfuzz/examine/afresh.h"

namespace viewfuzz {

/// Sees to it that a finding can be shown by its program alone.
///
/// A worker has run many cases in one process, and a backend may keep plans or caches from one to
/// the next, so that what the reducer arrives at may fail behind these only.
class Confirmation {
 public:
  /// `patience`: with what was measured of the backend.
  Confirmation(const Cases& cases, LoadTarget load, const CampaignOptions& options,
               const Patience& patience);

  /// The finding, when its program fails as it says in a process that has run nothing else. If it
  /// does not, its case is reduced again in such processes; and if that one does not fail either,
  /// together with the latest earlier case that makes it fail, of those from `first` on. Where
  /// nothing of this shows it, the finding is not `alone`. Where there is no answer, since the
  /// backend cannot be loaded again for one, it is not `confirmed`.
  Finding confirmed(Finding finding, uint64_t first);

  /// Does the program of the finding fail as it says in such a process?
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
