#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "viewfuzz/examine/predicate.h"
#include "viewfuzz/execute/run.h"

namespace viewfuzz {

/// The checks of the properties, one at a time. Most properties share a check: device against
/// reference, looked at after each statement (`located`). A *trial* is the check of a property that
/// needs runs of its own. `Inspector` knows which of them to ask, and in which order.
class Checks final : public Predicate {
 public:
  /// The targets must outlive the checks.
  Checks(const Target& device, const Target& reference) : device_(device), reference_(reference) {}

  /// Fast: do the two ends differ in anything? Throws `BadCall` (as do all).
  bool differs(const Program& program);

  /// Device against reference: the violation, if the properties say that there is one.
  std::optional<Violation> located(const Program& program);

  /// Did the ends of the last `located`, which was asked of this program, agree?
  bool hasAgreed(const Program& program) const;

  /// Each property as though it was the only one (judge.h).
  std::vector<Property> brokenAlone(const Program& program);

  /// The same program again on the device, also without a look at the tensors on the way.
  std::optional<Violation> repeated(const Program& program);
  /// The program on the device, against the one whose writes are done by index.
  std::optional<Violation> byIndex(const Program& program);
  /// The program on the device, against the schemas of its ops.
  std::optional<Violation> bySchema(const Program& program);
  /// The program with autograd on, device against reference.
  std::optional<Violation> gradients(const Program& program);

  /// `located` many times: what differs now and then.
  std::optional<Violation> often(const Program& program);

  std::optional<Violation> recheck(const Violation& like, const Program& program) override;

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

/// A trial takes longer than it is likely to find something, so that a campaign puts one case in
/// `every` to each.
struct Trial {
  Property property;
  uint64_t every;
  std::string_view about;
  std::optional<Violation> (Checks::*check)(const Program&);
};
std::span<const Trial> trials();

}  // namespace viewfuzz
