#pragma once

#include <functional>
#include <optional>
#include <stdexcept>

#include "viewfuzz/examine/afresh.h"
#include "viewfuzz/isolate/child_process.h"
#include "viewfuzz/judge/violation.h"
#include "viewfuzz/program/program.h"

namespace viewfuzz {

/// The backend was loaded before, and now a fresh process cannot load it.
class CannotLoad : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Does a device live through a program? No process can ask this about itself: each question runs
/// in a child of its own, which loads the backend afresh. Once the stop of `waiting` is due, a
/// question gives no violation. If the backend cannot be loaded, it throws `CannotLoad`.
class Survival {
 public:
  /// `patience`: with one statement (`forStep`), and with the load of the backend.
  explicit Survival(LoadTarget load, const Patience& patience = {}, Waiting waiting = {})
      : load_(std::move(load)),
        patience_(patience),
        statement_seconds_(patience.forStep()),
        waiting_(std::move(waiting)) {}

  /// The same, but each statement may take the whole patience.
  Survival withAllPatience() const;

  /// The statement at which the process ends (`crash`), stands still (`hang`) or takes ever more
  /// memory (`memory`), or which the device accepts and reports an error for later (`error`). If
  /// the CPU alone does the same, the CPU is the odd one out. None for a program that no target can
  /// run.
  std::optional<Violation> examine(const Program& program) const;

  /// The same for the CPU alone, in a process without the backend.
  std::optional<Violation> examineReference(const Program& program) const;

  /// Does the program give its memory back? It is run until its process has grown by far more than
  /// noise, or so often that a leak would have shown. Takes longer than `examine`.
  std::optional<Violation> examineMemory(const Program& program) const;

  /// The statements that the CPU refuses, asked in a process without the backend. Where the program
  /// ends that process, the refusals up to there. None: the CPU does not know an op of the program,
  /// or the stop is due.
  std::optional<std::vector<size_t>> refusedByReference(const Program& program) const;

  /// What the process writes to the standard error when it fails as `violation` says: the report of
  /// a sanitizer, the last words of an allocator, or nothing.
  std::string lastWords(const Program& program, const Violation& violation) const;

  /// Does the program fail as `violation` does?
  bool failsLike(const Program& program, const Violation& violation) const;

  const StopCondition& stop() const { return waiting_.stop; }

 private:
  struct Lived;
  Lived live(const Program& program, const LoadTarget& load, const ErrorLog* log = nullptr) const;
  std::optional<Violation> violationOf(const Lived& lived, const LoadTarget& load,
                                       const Program& program) const;
  std::optional<Violation> violationOfReference(const Lived& alone, const Program& program) const;
  size_t firstThatFails(const LoadTarget& load, const Program& program) const;
  /// How a process that runs the program often grows, in words. Empty: it does not grow.
  std::string growth(const Program& program, const ErrorLog* log = nullptr) const;

  LoadTarget load_;
  Patience patience_;
  double statement_seconds_;
  Waiting waiting_;
};

/// The violation of a process that was at `statement` of `program` and ended as `outcome` says.
Violation survivalViolation(const Program& program, size_t statement, const ChildOutcome& outcome);

/// The same where neither the device alone nor the CPU alone ends the process: one of the trials
/// does.
Violation unexplained(const Program& program, const ChildOutcome& outcome);

/// Says in other words how the process of the violation ended.
void tellEnd(Violation& violation, std::string text);

/// How often a program is run before a leak shows, and in how many of the first runs caches fill.
inline constexpr int kLeakRuns = 2048;
inline constexpr int kWarmUpRuns = 64;
/// Bytes by which a process has grown in the end if its program leaks. Without a leak, it grows by
/// some pages.
inline constexpr uint64_t kLeak = uint64_t{4} << 20;

}  // namespace viewfuzz
