#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace viewfuzz {

/// In the order in which a violation takes its name: what comes later is a consequence.
enum class Property { errors, aliasing, layout, containment, writeBack, values, version };

std::string_view propertyName(Property property);

/// What one statement broke.
struct Violation {
  Property property = Property::values;
  size_t statement = 0;
  std::string op;              ///< of the statement; `tensor` for a source
  std::string condition;       ///< what else tells this defect from others, such as `copy`
  std::string detail;          ///< what was expected and what was observed, for people
  bool write_lost = false;     ///< aliasing: a later write is seen to have missed the base
  std::vector<Property> also;  ///< broken at the same statement, as consequences

  /// Stable across runs: groups findings and guards the reducer.
  std::string signature() const;
};

}  // namespace viewfuzz
