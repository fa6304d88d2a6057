#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "viewfuzz/judge/condition.h"
#include "viewfuzz/judge/evidence.h"

namespace viewfuzz {

/// What a statement can break. If it breaks several, the violation is named by the first of this
/// order, and the others are consequences. From `schema` on, each is shown by runs of its own
/// (examine/checks.h, examine/survival.h).
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
/// The property of that name, if there is one.
std::optional<Property> propertyOf(std::string_view name);

/// Which of the two sides is wrong, by the third vote (referee.h).
enum class OddOneOut { unknown, device, reference };

std::string_view oddOneOutName(OddOneOut odd);

/// What one statement broke.
struct Violation {
  Property property = Property::values;
  size_t statement = 0;
  std::string op;           ///< of the statement; `tensor` for a source
  Condition condition;      ///< tells it from other defects of the property and op: `copy`
  Evidence evidence;        ///< what was expected and what was observed
  bool write_lost = false;  ///< aliasing: a later write missed the base
  OddOneOut odd = OddOneOut::unknown;
  std::vector<Property> also;  ///< the same statement breaks them as well, as consequences
  /// The statements that the reference refused. A trial of the device alone has no reference: there
  /// it is the run with which the device is compared. None: there was no such run.
  std::optional<std::vector<size_t>> refused_by_reference;

  /// `property:op[:condition]`, the same in every run. Findings are told apart by it, and a
  /// reduction keeps it.
  std::string signature() const;
  bool operator==(const Violation&) const = default;
};

/// The evidence in English: what was expected and what was observed.
std::string describe(const Violation& violation);

/// The statements that a run refused, by their numbers.
std::vector<size_t> refusedStatements(const std::vector<std::optional<Refusal>>& refusals);

}  // namespace viewfuzz
