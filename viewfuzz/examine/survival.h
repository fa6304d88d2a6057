#pragma once

#include <functional>
#include <optional>

#include "viewfuzz/examine/afresh.h"
#include "viewfuzz/isolate/child_process.h"
#include "viewfuzz/judge/violation.h"
#include "viewfuzz/program/program.h"

namespace viewfuzz {

/// Does a device live through a program? The one property that cannot be asked in the same process:
/// each question is put to a process of its own, which loads the backend afresh.
class Survival {
 public:
  /// `seconds`: how long one statement may take.
  explicit Survival(LoadTarget load, double seconds = 10) : load_(std::move(load)) {
    patience_.seconds = seconds;
    patience_.to_first_beat = 30;
  }

  /// The statement at which the process ends (`crash`) or stands still (`hang`). None for a program
  /// that no target can run.
  std::optional<Violation> examine(const Program& program) const;

  /// The same for memory: the program is run until its process has grown by far more than noise, or
  /// often enough to say that it does not. Takes longer.
  std::optional<Violation> examineMemory(const Program& program) const;

  /// What the process writes to the standard error when it fails as `violation` says: the report of
  /// a sanitizer, the last words of an allocator, or nothing.
  std::string lastWords(const Program& program, const Violation& violation) const;

  /// Does the program fail as `violation` does?
  bool failsLike(const Program& program, const Violation& violation) const;

 private:
  /// How the process ends that runs it; the pulse says at which statement. What it writes to the
  /// standard error is kept in `log`, if there is one.
  Ending live(const Program& program, Pulse& pulse, const ErrorLog* log = nullptr) const;
  /// How the process grows that runs it often; empty: it does not.
  std::string growth(const Program& program, const ErrorLog* log = nullptr) const;
  LoadTarget load_;
  Patience patience_;
};

/// Runs of a program by which a leak shows, and the first of them, in which caches fill.
inline constexpr int kLeakRuns = 2048;
inline constexpr int kWarmUpRuns = 64;
/// Bytes by which a process that leaks has grown in the end. Of a program that does not leak it is
/// some pages.
inline constexpr uint64_t kLeak = uint64_t{4} << 20;

}  // namespace viewfuzz
