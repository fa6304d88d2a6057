#pragma once

#include <string>

#include "viewfuzz/isolate/memory_file.h"

namespace viewfuzz {

/// What this process writes to the standard error from here on is lost, and a crash ends it at
/// once: no sanitizer reports it.
void silenceErrors();

/// The first MiB of what a process writes to the standard error, kept for the one that forked it.
/// What is beyond that is lost: a process that only writes would take all memory.
class ErrorLog {
 public:
  /// Throws `std::system_error` when it cannot be made.
  ErrorLog();
  /// From here on, what this process writes goes to the log.
  void take() const;
  std::string text() const;

 private:
  MemoryFile file_;
};

}  // namespace viewfuzz
