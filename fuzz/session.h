#pragma once

#include <optional>

#include "fuzz/feedback.h"
#include "fuzz/flags.h"
#include "viewfuzz/examine/inspector.h"
#include "viewfuzz/target/open.h"

namespace viewfuzz::fuzz {

/// A backend under test, for as long as the process lives: the targets that run programs share it.
class Session {
 public:
  /// Ends the process with a sentence when there is no such backend, or `flags` name none.
  explicit Session(const Flags& flags);

  /// Runs the program on the backend and on the CPU and asks all properties. A violation is
  /// reduced, printed, and ends the process, as libFuzzer wants it. Gives what
  /// `LLVMFuzzerTestOneInput` has to: -1 for a program that no target can run.
  int test(const Program& program);

  /// Opens the session of the process, in `LLVMFuzzerInitialize`: with the flags of the target's
  /// options before those of the command line, and this backend where nobody names one.
  static void open(int* argc, char*** argv, const char* default_flags, const char* default_backend);
  static Session& opened();

 private:
  /// Does the device keep more memory the more often it runs the program?
  bool keepsMemory(const Program& program);
  /// Asks it in a process of its own, where this one says so.
  std::optional<Violation> memory(const Program& program, uint64_t before);
  [[noreturn]] void report(const Witness& seen);

  Flags flags_;
  TargetPtr device_;
  Inspector inspector_{*device_, cpuTarget()};
  Feedback feedback_;
};

}  // namespace viewfuzz::fuzz
