#pragma once

#include <complex>
#include <cstddef>
#include <functional>
#include <string>

#include "viewfuzz/layout/layout.h"

namespace viewfuzz {

/// The element at `bytes`, as a number: exact for all dtypes but 64-bit integers beyond 2^53.
std::complex<double> elementAt(Dtype dtype, const std::byte* bytes);

/// Stores a number as an element; false (and something stored) if the dtype does not hold it
/// exactly. bool holds whether a number is 0.
bool storeElement(Dtype dtype, std::complex<double> value, std::byte* bytes);

/// The element as people write it.
std::string formatElement(Dtype dtype, const std::byte* bytes);

/// When two elements count as equal. Bitwise, except that any NaN equals any NaN (which bits a NaN
/// has is left open by IEEE 754), and that behind an op that depends on the order of summation the
/// floating dtypes get `bound`, an absolute difference.
struct Equality {
  double bound = 0;
};
bool equalElements(Dtype dtype, const std::byte* a, const std::byte* b, Equality equality);

/// The bound for values of up to `largest` after a sum of not too many elements.
double summationBound(Dtype dtype, double largest);

}  // namespace viewfuzz
