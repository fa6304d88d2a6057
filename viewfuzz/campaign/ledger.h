#pragma once

#include <cstdio>
#include <memory>
#include <vector>

#include "viewfuzz/report/finding.h"

namespace viewfuzz {

/// Findings on their way from a process that was forked: a line of JSON each, in a file without a
/// name.
class Ledger {
 public:
  /// Throws `std::runtime_error` when no temporary file can be made.
  Ledger();
  void add(const Finding& finding);
  /// Those that were added since it was last asked.
  std::vector<Finding> take();

 private:
  std::unique_ptr<std::FILE, int (*)(std::FILE*)> file_;
  long read_ = 0;
};

}  // namespace viewfuzz
