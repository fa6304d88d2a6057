#pragma once

#include <concepts>
#include <optional>
#include <string>
#include <string_view>

#include "viewfuzz/layout/dtype.h"

namespace viewfuzz {

enum class Property;

/// What tells a defect from others of the same property and op. Part of the signature, so a name
/// never changes.
struct Condition {
  enum Kind {
    // In the order of `Property`: a trial that compares two runs names the property that differs.
    errors,
    aliasing,
    layout,
    containment,
    writeBack,
    values,  ///< also of gradients: a gradient has wrong values
    version,
    schema,
    repeat,
    byIndex,
    gradient,
    survival,
    none,
    copy,        ///< aliasing: the result should share a storage, and has its own
    shared,      ///< aliasing: the result shares a storage that it should not
    refused,     ///< by the device only; containment: a refused call wrote something
    accepted,    ///< by the device only
    kind,        ///< errors: both sides refuse, by different classes of errors
    writes,      ///< schema: a write that is not annotated
    aliases,     ///< schema: an alias that is not annotated
    copies,      ///< schema: an annotated alias is a copy
    unobserved,  ///< repeat: only where no tensor is looked at before the end
    sometimes,   ///< repeat: not in every run
    node,        ///< gradient: another `grad_fn`
    backward,    ///< gradient: only one side refuses the way back
    crash,       ///< survival: the process ended
    hang,        ///< survival: the process stood still
    memory,      ///< survival: the process grew
  };

  Condition() = default;
  Condition(Kind kind_of_defect) : what(kind_of_defect) {}  // NOLINT: a kind is a condition
  Condition(Property property);                             // NOLINT: the property that differs
  /// By its name; throws `std::invalid_argument` for a text that names no condition.
  template <typename Text>
    requires std::convertible_to<Text, std::string_view>
  Condition(const Text& name) : Condition(named(name)) {}  // NOLINT
  /// `refused`: a source of this dtype. A dtype that a device cannot hold is a limit of its own.
  static Condition refusedDtype(Dtype dtype);

  static Condition named(std::string_view name);

  bool operator==(const Condition&) const = default;

  Kind what = none;
  std::optional<Dtype> dtype;
};

/// As it stands in a signature: `copy`, `refused bfloat16`; empty for `none`.
std::string conditionName(const Condition& condition);

}  // namespace viewfuzz
