#pragma once
/// @file
/// Arbitrary calls of the operators, most of them awkward: lengths around a multiple of the chunk,
/// odd dims, keys that point in similar directions, strong writes, no decay, and decay that forgets
/// everything.
#include <rapidcheck.h>

#include "viewfuzz/models/fused_rule/case.h"

namespace delta_rule {

void showValue(const Case& c, std::ostream& os);

}  // namespace delta_rule

namespace rc {
template <>
struct Arbitrary<delta_rule::Case> {
  static Gen<delta_rule::Case> arbitrary();
};
}  // namespace rc
