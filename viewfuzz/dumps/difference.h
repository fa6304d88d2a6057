#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "viewfuzz/dumps/safetensors.h"

namespace viewfuzz {

/// Does `a` come before `b` in the way people count? Numbers within the keys are compared as
/// numbers, so `row_9` comes before `row_10`. A key that is the start of another comes first.
/// (strverscmp would put `row_010` before `row_9`, since it reads a number with a leading zero as a
/// fraction.)
bool naturallyLess(std::string_view a, std::string_view b);

/// The keys that both files have. The order is that of execution from the metadata of `a`, or else
/// of `b`, or else that of `naturallyLess`.
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

/// From which difference on a key is marked. A few wrong rows of a large tensor hardly change the
/// cosine, so both bounds count.
struct DumpBounds {
  double cosine = 0.999;
  double relative = 1e-3;
};
/// A difference of NaN is never within bounds. A NaN at the same place on both sides is no
/// difference.
bool within(const DumpDifference& difference, const DumpBounds& bounds);

}  // namespace viewfuzz
