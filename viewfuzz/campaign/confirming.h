#pragma once

#include <deque>
#include <memory>
#include <optional>

#include "viewfuzz/campaign/campaign.h"
#include "viewfuzz/examine/afresh.h"
#include "viewfuzz/isolate/child_process.h"

namespace viewfuzz {

/// Confirms findings (confirm.h) while whoever has them goes on with its work: one at a time, each
/// in a child that is watched. All calls return at once.
class Confirming {
 public:
  /// Of the options, those that `Confirmation` reads and `confirm` count. All must outlive this.
  Confirming(const Cases& cases, const LoadTarget& load, const CampaignOptions& options);
  ~Confirming();
  Confirming(const Confirming&) = delete;
  Confirming& operator=(const Confirming&) = delete;

  /// `first`: of the cases that its process has run.
  void add(Finding finding, uint64_t first);
  /// Starts, looks and takes over. `patience`: as far as it is measured.
  void look(const Patience& patience);
  /// Confirms no more: what is left is given back as not confirmed.
  void stop();

  /// The next finding, in the order in which they were added.
  std::optional<Finding> take();
  /// Is there none left, and none being looked into?
  bool idle() const { return queue_.empty() && done_.empty(); }

 private:
  struct Entry {
    Finding finding;
    uint64_t first;
  };
  void done(Finding finding);

  const Cases& cases_;
  const LoadTarget& load_;
  const CampaignOptions& options_;
  std::deque<Entry> queue_;
  std::unique_ptr<ChildProcess> child_;  // of the first in the queue
  std::deque<Finding> done_;
};

}  // namespace viewfuzz
