#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "viewfuzz/dumps/safetensors.h"

namespace viewfuzz {

/// Less in the way people count: numbers within are compared as numbers, so that `row_9` comes
/// before `row_10`; a key that is a part of another comes first. (strverscmp would put `row_010`
/// before `row_9`: it takes what begins with a zero for a fraction.)
bool naturallyLess(std::string_view a, std::string_view b);

/// The keys that both files have: in the order of execution that the first one's metadata tell, or
/// else the second one's, or else the natural one.
std::vector<std::string> commonKeys(const SafeTensors& a, const SafeTensors& b);

/// How two tensors of one key differ.
struct DumpDifference {
  std::string key;
  bool same_sizes = true;
  double cosine = 1;    ///< 1 where both are zeros
  double largest = 0;   ///< max |a - b|
  double relative = 0;  ///< that, as a fraction of the largest magnitude in `a`
};
DumpDifference difference(const std::string& key, const at::Tensor& a, const at::Tensor& b);

/// From where on a key counts as different. The cosine alone is blind: a few wrong rows of a large
/// tensor hardly move it.
struct DumpBounds {
  double cosine = 0.999;
  double relative = 1e-3;
};
/// Not a number is never within bounds, unless it is at the same places on both sides.
bool within(const DumpDifference& difference, const DumpBounds& bounds);

}  // namespace viewfuzz
