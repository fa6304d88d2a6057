#pragma once

#include <optional>

#include "viewfuzz/execute/run.h"
#include "viewfuzz/judge/violation.h"

namespace viewfuzz {

/// Runs programs on a device and on the reference, and judges what they show.
class Examiner {
 public:
  /// The targets must outlive the examiner.
  Examiner(const Target& device, const Target& reference)
      : device_(device), reference_(reference) {}

  /// Fast: do the two ends differ in anything? Throws `BadCall` (as do all).
  bool differs(const Program& program);

  /// Located: the violation, if the properties say that there is one.
  std::optional<Violation> examine(const Program& program);

  /// `examine` for the reducer: does the program fail as `violation` does? Where a write was seen
  /// to be lost, it must be seen again. A program that no target can run fails in no way at all.
  bool failsLike(const Program& program, const Violation& violation);

  /// Takes the time of the runs from here on (run.h).
  void takeTimes(bool on);
  uint64_t nanosecondsInAten() const {
    return device_.nanosecondsInAten() + reference_.nanosecondsInAten();
  }

 private:
  Runner device_;
  Runner reference_;
  Observation on_device_;
  Observation on_reference_;
};

}  // namespace viewfuzz
