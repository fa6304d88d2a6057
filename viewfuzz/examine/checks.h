#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "viewfuzz/examine/predicate.h"
#include "viewfuzz/execute/run.h"
#include "viewfuzz/judge/property_set.h"

namespace viewfuzz {

/// The checks of the properties, one at a time. Most properties share one check: `located` compares
/// device and reference after each statement. A *trial* is the check of a property that needs runs
/// of its own. `Inspector` decides which checks are asked, and in which order.
class Checks final : public Predicate {
 public:
  /// The targets must outlive the checks. `asked`: by which properties `located` names a violation
  /// (judge.h). It may have another one, which the caller does not want to hear of.
  Checks(const Target& device, const Target& reference, PropertySet asked = allProperties())
      : device_(device), reference_(reference), asked_(std::move(asked)) {}

  const PropertySet& asked() const { return asked_; }

  /// Do the ends of two runs differ in anything? Version counters count if they are asked for. The
  /// fastest check. All checks throw `BadCall` for
  /// a program that no target can run.
  bool differs(const Program& program);

  /// The first violation, by a comparison of device and reference after each statement.
  std::optional<Violation> located(const Program& program);

  /// Did the ends of the last `located`, which was asked of this program, agree?
  bool hasAgreed(const Program& program) const;

  /// The properties that are broken, each checked as though it were the only one (judge.h).
  std::vector<Property> brokenAlone(const Program& program);

  /// Runs the program on the device more than once, also without a look at the tensors before the
  /// end.
  std::optional<Violation> repeated(const Program& program);
  /// Compares the program on the device with the same program whose writes are done by index.
  std::optional<Violation> byIndex(const Program& program);
  /// Compares what the program does on the device with the schemas of its ops.
  std::optional<Violation> bySchema(const Program& program);
  /// Compares device and reference with autograd on.
  std::optional<Violation> gradients(const Program& program);

  /// Asks `located` many times, for a violation that shows only now and then.
  std::optional<Violation> often(const Program& program);

  /// What libtorch warns of when the program runs on the device.
  std::vector<std::string> warningsOf(const Program& program);

  std::optional<Violation> recheck(const Violation& like, const Program& program) override;

  /// Measures the time of the runs from here on (run.h).
  void takeTimes(bool on);
  uint64_t nanosecondsInAten() const {
    return device_.nanosecondsInAten() + reference_.nanosecondsInAten();
  }

 private:
  /// None also where the violation is about bytes that an op outside the table made, whose outcome
  /// is left open (steady.h).
  std::optional<Violation> unlessLeftOpen(const Program& program,
                                          std::optional<Violation> violation);

  Runner device_;
  Runner reference_;
  PropertySet asked_;
  Observation on_device_;
  Observation on_reference_;
};

/// A trial takes long and seldom finds something, so a campaign asks it of one case in `every`.
struct Trial {
  Property property;
  uint64_t every;
  std::string_view about;
  std::optional<Violation> (Checks::*check)(const Program&);
};
std::span<const Trial> trials();

}  // namespace viewfuzz
