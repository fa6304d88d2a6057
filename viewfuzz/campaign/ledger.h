#pragma once

#include <cstdio>
#include <memory>
#include <optional>

#include "viewfuzz/report/finding.h"

namespace viewfuzz {

/// Findings on their way from a process that was forked: a line of JSON each, in a file without a
/// name.
class Ledger {
 public:
  /// Throws `std::runtime_error` when no temporary file can be made.
  Ledger();
  void add(const Finding& finding);
  /// The next one that was not taken yet.
  std::optional<Finding> take();

 private:
  std::unique_ptr<std::FILE, int (*)(std::FILE*)> file_;
  long read_ = 0;
};

}  // namespace viewfuzz
