#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "viewfuzz/layout/dtype.h"

namespace viewfuzz {

enum class Property;

/// Tells a defect from others of the same property and op. The name of a condition is part of the
/// signature, so it never changes.
struct Condition {
  enum Kind {
    // A trial that compares two runs names the property in which they differ. In the order of
    // `Property`.
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
    copy,        ///< aliasing: the result has a storage of its own instead of the base's
    shared,      ///< aliasing: the result lies in the wrong storage
    refused,     ///< only the device refuses; containment: a refused call wrote something
    accepted,    ///< only the device accepts
    kind,        ///< errors: both sides refuse, by errors of different classes
    writes,      ///< schema: the call writes to what the schema does not mark as written
    aliases,     ///< schema: the result shares a storage without a mark in the schema
    copies,      ///< schema: the result is marked as an alias and is a copy
    unobserved,  ///< repeat: runs differ only if no tensor is looked at before the end
    sometimes,   ///< repeat: some runs differ, others agree
    node,        ///< gradient: another `grad_fn`
    backward,    ///< gradient: only one side refuses the backward pass
    crash,       ///< survival: the process ended
    hang,        ///< survival: the process stood still
    memory,      ///< survival: the process grew
    error,       ///< survival: the device reported an error after it had accepted the statement
  };

  Condition() = default;
  Condition(Kind kind_of_defect) : what(kind_of_defect) {}  // NOLINT: a kind is a condition
  Condition(Property property);                             // NOLINT: the property that differs
  /// `refused`, of a source with this dtype. Each dtype that a device cannot hold is a defect of
  /// its own.
  static Condition refusedDtype(Dtype dtype);
  /// The condition of that name. Throws `std::invalid_argument` for any other text.
  static Condition named(std::string_view name);

  bool operator==(const Condition&) const = default;

  Kind what = none;
  std::optional<Dtype> dtype;
};

/// The name as a signature has it: `copy`, `refused bfloat16`; empty for `none`.
std::string conditionName(const Condition& condition);

}  // namespace viewfuzz
