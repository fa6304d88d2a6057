#pragma once

#include <optional>

#include "viewfuzz/execute/run.h"
#include "viewfuzz/judge/violation.h"

namespace viewfuzz {

/// Runs programs on a device and on the reference, and judges what they show.
class Examiner {
 public:
  /// The targets must outlive the examiner.
  Examiner(const Target& device, const Target& reference) : device_(device), reference_(reference) {}

  /// Fast: do the two ends differ in anything? Throws `BadCall` (as do all).
  bool differs(const Program& program);

  /// Located: the violation, if the properties say that there is one.
  std::optional<Violation> examine(const Program& program);

  /// `examine` for the reducer: a program that no target can run fails in no way at all.
  bool failsWith(const Program& program, const std::string& signature);

  /// Takes the time of the runs from here on (run.h).
  void takeTimes(bool on);
  uint64_t nanosecondsInAten() const { return device_.times().aten + reference_.times().aten; }

 private:
  Runner device_;
  Runner reference_;
  Observation on_device_;
  Observation on_reference_;
};

/// The program with other data: no two sources hold the same values, and none holds zeros. On such data a
/// wrong element does not look right by chance, so the property that a violation is named by does not
/// depend on chance. Lists stay: they are indices.
Program withDistinctData(const Program& program);

/// The program up to the statement of the violation; behind a view that returned a copy, a write that shows
/// what was lost by it: a copy alone may be told from a view by its storage only, and a backend is free in
/// what it calls a storage. None of the writes shows: the program up to the statement.
Program upToViolation(const Program& program, const Violation& violation, Examiner& examiner);

/// The violation as clear as it can be before it gets its name: `upToViolation`, on distinct data where it
/// shows on those as well.
Program clarified(const Program& program, const Violation& violation, Examiner& examiner);

}  // namespace viewfuzz
