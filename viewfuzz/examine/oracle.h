#pragma once

#include <optional>

#include "viewfuzz/isolate/stop.h"
#include "viewfuzz/judge/violation.h"
#include "viewfuzz/program/program.h"

namespace viewfuzz {

/// Says whether a program fails as another one was seen to.
class Oracle {
 public:
  Oracle() = default;
  Oracle(const Oracle&) = default;
  Oracle& operator=(const Oracle&) = default;
  virtual ~Oracle() = default;

  /// What the trial that shows violations like this one shows of `program`. Throws `BadCall`.
  virtual std::optional<Violation> examineFor(const Violation& like, const Program& program) = 0;

  /// For the reducer: does the program fail as `violation` does? Where a write was seen
  /// to be lost, it must be seen again. A program that no target can run fails in no way at all.
  bool failsLike(const Program& program, const Violation& violation);

  /// Once this is due, no program fails any more, and a reducer ends soon.
  void stopAt(const StopCondition& stop) { stop_ = stop; }
  bool stopped() const { return stop_ && stop_->due(); }

 private:
  std::optional<StopCondition> stop_;
};

}  // namespace viewfuzz
