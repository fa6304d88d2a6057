#pragma once

#include <deque>
#include <memory>
#include <optional>

#include "viewfuzz/campaign/campaign.h"
#include "viewfuzz/examine/afresh.h"
#include "viewfuzz/isolate/child_process.h"

namespace viewfuzz {

/// Confirms findings (confirm.h) while the caller goes on with its work. It takes one at a time,
/// each in a child that is watched. All calls return at once.
class Confirming {
 public:
  /// Of the options, `confirm` and those that `Confirmation` reads count. All arguments must
  /// outlive this object.
  Confirming(const Cases& cases, const LoadTarget& load, const CampaignOptions& options);
  ~Confirming();
  Confirming(const Confirming&) = delete;
  Confirming& operator=(const Confirming&) = delete;

  /// `first`: the first case that the process of the finding has run.
  void add(Finding finding, uint64_t first);
  /// Starts the next confirmation if none runs, and takes the result of one that has ended.
  /// `patience`: as far as it is measured.
  void look(const Patience& patience);
  /// Ends the confirmations: all findings that are left can be taken, not confirmed.
  void stop();

  /// The next finding, in the order in which they were added.
  std::optional<Finding> take();
  /// Has every finding been taken?
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
