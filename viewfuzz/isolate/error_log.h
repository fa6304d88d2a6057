#pragma once

#include <string>

#include "viewfuzz/isolate/memory_file.h"

namespace viewfuzz {

/// From here on, whatever this process writes to the standard error is discarded. A crash ends the
/// process at once, without the report of a sanitizer.
void silenceErrors();

/// The first MiB of what a forked process writes to the standard error, kept for its parent. The
/// rest is discarded: a process that never stops writing would fill the memory.
class ErrorLog {
 public:
  /// Throws `std::system_error` when it cannot be made.
  ErrorLog();
  /// From here on, the log takes what this process writes to the standard error.
  void take() const;
  std::string text() const;

 private:
  MemoryFile file_;
};

}  // namespace viewfuzz
