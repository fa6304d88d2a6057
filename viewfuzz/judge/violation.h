#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "viewfuzz/judge/condition.h"
#include "viewfuzz/judge/evidence.h"

namespace viewfuzz {

/// In the order in which a violation takes its name: what comes later is a consequence. The last
/// ones are each shown by a trial of its own (examine/checks.h).
enum class Property {
  errors,
  aliasing,
  layout,
  containment,
  writeBack,
  values,
  version,
  schema,
  repeat,
  byIndex,
  gradient,
  survival
};

std::string_view propertyName(Property property);
/// The property of that name; none if there is none.
std::optional<Property> propertyOf(std::string_view name);

/// Who of the two is wrong, by the vote of a third (referee.h).
enum class OddOneOut { unknown, device, reference };

std::string_view oddOneOutName(OddOneOut odd);

/// What one statement broke.
struct Violation {
  Property property = Property::values;
  size_t statement = 0;
  std::string op;           ///< of the statement; `tensor` for a source
  Condition condition;      ///< what else tells this defect from others, such as `copy`
  Evidence evidence;        ///< what was expected and what was observed
  std::string detail;       ///< on its way out: `describe` says it
  bool write_lost = false;  ///< aliasing: a later write is seen to have missed the base
  OddOneOut odd = OddOneOut::unknown;
  std::vector<Property> also;  ///< broken at the same statement, as consequences
  /// Which statements the other run refused: that of the reference, or, for a trial of the device
  /// alone, the run that the device is compared with. None: there was no such run.
  std::optional<std::vector<size_t>> refused_by_reference;

  /// Stable across runs: groups findings and guards the reducer.
  std::string signature() const;
  bool operator==(const Violation&) const = default;
};

/// The evidence in English: what was expected and what was observed.
std::string describe(const Violation& violation);

/// By index, the statements that a run refused.
std::vector<size_t> refusedStatements(const std::vector<std::optional<Refusal>>& refusals);

}  // namespace viewfuzz
