#pragma once

#include <optional>
#include <span>

#include "viewfuzz/examine/oracle.h"
#include "viewfuzz/execute/run.h"

namespace viewfuzz {

/// Puts programs to the test: runs them and judges what they show.
class Examiner final : public Oracle {
 public:
  /// The targets must outlive the examiner.
  Examiner(const Target& device, const Target& reference)
      : device_(device), reference_(reference) {}

  /// Fast: do the two ends differ in anything? Throws `BadCall` (as do all).
  bool differs(const Program& program);

  /// Located, device against reference: the violation, if the properties say that there is one.
  std::optional<Violation> examine(const Program& program);

  /// Each property as though it was the only one (judge.h).
  std::vector<Property> brokenAlone(const Program& program);

  /// The same program again on the device, also without a look at the tensors on the way.
  std::optional<Violation> examineRepeated(const Program& program);
  /// The program on the device, against the one whose writes are done by index.
  std::optional<Violation> examineByIndex(const Program& program);
  /// The program on the device, against the schemas of its ops.
  std::optional<Violation> examineBySchema(const Program& program);
  /// The program with autograd on, device against reference.
  std::optional<Violation> examineGradients(const Program& program);

  /// The program many times, device against reference: what differs now and then.
  std::optional<Violation> examineOften(const Program& program);

  std::optional<Violation> examineFor(const Violation& like, const Program& program) override;
  /// All trials, until one fails.
  std::optional<Violation> examineAll(const Program& program);

  /// From here on, `examineFor` and `failsLike` ask in processes of their own, where a program that
  /// ends or blocks its process fails in no way. Slower. `seconds`: the patience, between two
  /// statements.
  void tryApart(bool on, double seconds) {
    apart_ = on;
    apart_seconds_ = seconds;
  }

  /// Takes the time of the runs from here on (run.h).
  void takeTimes(bool on);
  uint64_t nanosecondsInAten() const {
    return device_.nanosecondsInAten() + reference_.nanosecondsInAten();
  }

 private:
  std::optional<Violation> examineHere(const Violation& like, const Program& program);
  std::optional<Violation> examineApart(const Violation& like, const Program& program);

  bool apart_ = false;
  double apart_seconds_ = 0;
  Runner device_;
  Runner reference_;
  Observation on_device_;
  Observation on_reference_;
};

/// Trials besides that against the reference: they need no second device, and take longer than they
/// are likely to find something, so that a campaign puts one case in `every` to each.
struct Trial {
  Property property;
  uint64_t every;
  std::string_view about;
  std::optional<Violation> (Examiner::*examine)(const Program&);
};
std::span<const Trial> trials();

}  // namespace viewfuzz
