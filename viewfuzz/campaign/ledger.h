#pragma once

#include <atomic>
#include <optional>

#include "viewfuzz/isolate/child_process.h"
#include "viewfuzz/isolate/memory_file.h"
#include "viewfuzz/report/finding.h"

namespace viewfuzz {

/// Findings on their way from a process that was forked: a line of JSON each, in a file in memory.
/// One process at a time adds, and one takes.
class Ledger {
 public:
  /// Throws `std::system_error` when the finding cannot be kept.
  void add(const Finding& finding);
  /// The next one that was not taken yet.
  std::optional<Finding> take();

 private:
  MemoryFile file_;
  /// Bytes of whole lines. A process that is ended while it adds leaves a part behind this, which
  /// the next one writes over.
  Shared<std::atomic<uint64_t>> whole_;
  uint64_t read_ = 0;
};

}  // namespace viewfuzz
