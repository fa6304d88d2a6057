#pragma once

#include <optional>

#include "viewfuzz/isolate/stop.h"
#include "viewfuzz/judge/violation.h"
#include "viewfuzz/program/program.h"

namespace viewfuzz {

/// The question that clarification and reduction ask again and again: does this program fail as
/// another one did? A predicate answers it in this process, or in a process made for the question.
class Predicate {
 public:
  Predicate() = default;
  Predicate(const Predicate&) = default;
  Predicate& operator=(const Predicate&) = default;
  virtual ~Predicate() = default;

  /// Asks the check that found `like` about `program`. Throws `BadCall`.
  virtual std::optional<Violation> recheck(const Violation& like, const Program& program) = 0;

  /// For the reducer: does the program fail with the signature of `violation`? If `violation` lost
  /// a write, the program must lose one, too. A program that no target can run does not fail.
  bool failsLike(const Program& program, const Violation& violation);

  /// Once `stop` is due, no program fails any more, so that clarification and reduction soon end.
  void stopAt(const StopCondition& stop) { stop_ = stop; }
  bool stopped() const { return stop_ && stop_->due(); }

 private:
  std::optional<StopCondition> stop_;
};

}  // namespace viewfuzz
