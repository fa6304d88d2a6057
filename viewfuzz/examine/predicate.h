#pragma once

#include <optional>

#include "viewfuzz/isolate/stop.h"
#include "viewfuzz/judge/violation.h"
#include "viewfuzz/program/program.h"

namespace viewfuzz {

/// The question that clarification and reduction ask again and again: does a program fail as
/// another one was seen to? It is answered in this process, or in one that is made for it.
class Predicate {
 public:
  Predicate() = default;
  Predicate(const Predicate&) = default;
  Predicate& operator=(const Predicate&) = default;
  virtual ~Predicate() = default;

  /// What the check that shows violations like this one shows of `program`. Throws `BadCall`.
  virtual std::optional<Violation> recheck(const Violation& like, const Program& program) = 0;

  /// For the reducer: does the program fail as `violation` does? Where a write was seen to be lost,
  /// it must be seen again. A program that no target can run does not fail.
  bool failsLike(const Program& program, const Violation& violation);

  /// Once this is due, no program fails any more, and who clarifies or reduces ends soon.
  void stopAt(const StopCondition& stop) { stop_ = stop; }
  bool stopped() const { return stop_ && stop_->due(); }

 private:
  std::optional<StopCondition> stop_;
};

}  // namespace viewfuzz
