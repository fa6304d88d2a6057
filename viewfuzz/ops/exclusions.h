#pragma once

#include <span>
#include <string_view>

namespace viewfuzz {

/// An op that returns a view and is not in the op table: what it returns is no dense strided view
/// of its operand in any program.
struct Exclusion {
  std::string_view name;
  std::string_view reason;
};

std::span<const Exclusion> exclusions();

/// Null if the op is not excluded.
const Exclusion* findExclusion(std::string_view name);

}  // namespace viewfuzz
