#pragma once

#include <span>
#include <string_view>

#include "viewfuzz/program/op.h"

namespace viewfuzz {

/// A part of the table: ops that are drawn together. A profile gives weights to families, and to
/// ops within a family. So a new op changes only the drawn cases of its own family.
struct Family {
  std::string_view name;
  std::span<const Op> ops;
};

/// All families, in a fixed order.
std::span<const Family> families();

/// The ops of all families, in that order.
std::span<const Op> ops();

/// The entry of that name, or null.
const Op* findOp(std::string_view name);

}  // namespace viewfuzz
