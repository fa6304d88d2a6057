#pragma once

#include <span>
#include <string_view>

#include "viewfuzz/program/op.h"

namespace viewfuzz {

/// The table, in a fixed order.
std::span<const Op> ops();

/// The entry of that name, or null.
const Op* findOp(std::string_view name);

}  // namespace viewfuzz
