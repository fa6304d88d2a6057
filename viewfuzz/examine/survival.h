#pragma once

#include <functional>
#include <optional>
#include <stdexcept>

#include "viewfuzz/examine/afresh.h"
#include "viewfuzz/isolate/child_process.h"
#include "viewfuzz/judge/violation.h"
#include "viewfuzz/program/program.h"

namespace viewfuzz {

/// The backend was loaded before, and a fresh process cannot load it: nothing can be asked of it.
class CannotLoad : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Does a device live through a program? The one property that cannot be asked in the same process:
/// each question is put to a process of its own, which loads the backend afresh. All questions give
/// no violation where the stop of `waiting` is due, and throw `CannotLoad`.
class Survival {
 public:
  /// `patience`: of one statement (`forStep`), and of the backend's load.
  explicit Survival(LoadTarget load, const Patience& patience = {}, Waiting waiting = {})
      : load_(std::move(load)),
        patience_(patience),
        step_seconds_(patience.forStep()),
        waiting_(std::move(waiting)) {}

  /// The same with the whole patience for each statement.
  Survival withAllPatience() const;

  /// The statement at which the process ends (`crash`), stands still (`hang`), takes ever more
  /// memory (`memory`), or behind which the device reports an error that it did not refuse the
  /// statement with (`error`). Where the CPU does the same alone, it is the odd one out. None for a
  /// program that no target can run.
  std::optional<Violation> examine(const Program& program) const;

  /// The same of the CPU alone, in a process without the backend.
  std::optional<Violation> examineReference(const Program& program) const;

  /// The same for memory: the program is run until its process has grown by far more than noise, or
  /// often enough to say that it does not. Takes longer.
  std::optional<Violation> examineMemory(const Program& program) const;

  /// What the process writes to the standard error when it fails as `violation` says: the report of
  /// a sanitizer, the last words of an allocator, or nothing.
  std::string lastWords(const Program& program, const Violation& violation) const;

  /// Does the program fail as `violation` does?
  bool failsLike(const Program& program, const Violation& violation) const;

  const StopCondition& stop() const { return waiting_.stop; }

 private:
  struct Lived;
  Lived live(const Program& program, const LoadTarget& load, const ErrorLog* log = nullptr) const;
  std::optional<Violation> examineOn(const LoadTarget& load, const Program& program) const;
  size_t firstThatFails(const LoadTarget& load, const Program& program) const;
  /// How the process grows that runs it often; empty: it does not.
  std::string growth(const Program& program, const ErrorLog* log = nullptr) const;

  LoadTarget load_;
  Patience patience_;
  double step_seconds_;
  Waiting waiting_;
};

/// The violation that `outcome` is, of a process that ran `program` and was at `statement`.
Violation survivalViolation(const Program& program, size_t statement, const ChildOutcome& outcome);

/// The same where neither the device alone nor the CPU alone ends the process: one of the trials
/// does.
Violation unexplained(const Program& program, const ChildOutcome& outcome);

/// Says in the violation how the process ended, for people.
void tellEnd(Violation& violation, evidence::Ended ended);
void tellEnd(Violation& violation, std::string text);

/// Runs of a program by which a leak shows, and the first of them, in which caches fill.
inline constexpr int kLeakRuns = 2048;
inline constexpr int kWarmUpRuns = 64;
/// Bytes by which a process that leaks has grown in the end. Of a program that does not leak it is
/// some pages.
inline constexpr uint64_t kLeak = uint64_t{4} << 20;

}  // namespace viewfuzz
