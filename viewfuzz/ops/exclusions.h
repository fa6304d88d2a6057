#pragma once

#include <span>
#include <string_view>

namespace viewfuzz {

/// An op that returns a view but is left out of the op table, because its result is never a dense
/// strided view of its operand.
struct Exclusion {
  std::string_view name;
  std::string_view reason;
};

std::span<const Exclusion> exclusions();

/// Null if the op is not excluded.
const Exclusion* findExclusion(std::string_view name);

}  // namespace viewfuzz
