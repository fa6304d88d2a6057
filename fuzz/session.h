#pragma once

#include <optional>

#include "fuzz/feedback.h"
#include "fuzz/flags.h"
#include "viewfuzz/examine/inspector.h"
#include "viewfuzz/target/open.h"

namespace viewfuzz::fuzz {

/// A backend under test and the reference, for as long as the process lives. The fuzz targets that
/// run programs share it.
class Session {
 public:
  /// Ends the process with a sentence if there is no such backend, or if `flags` name none.
  explicit Session(const Flags& flags);

  /// Runs the program on the backend and on the CPU and checks all properties. Reduces and prints a
  /// violation and then ends the process, as libFuzzer expects. Gives the result for
  /// `LLVMFuzzerTestOneInput`: -1 for a program that no target can run.
  int test(const Program& program);

  /// Opens the session of the process; call it in `LLVMFuzzerInitialize`. Puts the default flags
  /// before those of the command line, and uses `default_backend` if no backend is named.
  static void open(int* argc, char*** argv, const char* default_flags, const char* default_backend);
  static Session& opened();

 private:
  /// Does the device keep more memory the more often it runs the program?
  bool keepsMemory(const Program& program);
  /// If this process has grown, asks that in a process of its own.
  std::optional<Violation> memory(const Program& program, uint64_t before);
  [[noreturn]] void report(const Witness& seen);

  Flags flags_;
  TargetPtr device_;
  Inspector inspector_{*device_, cpuTarget()};
  Feedback feedback_;
};

}  // namespace viewfuzz::fuzz
