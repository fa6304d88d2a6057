#pragma once

#include <complex>
#include <cstddef>
#include <span>
#include <string>

#include "viewfuzz/judge/evidence.h"
#include "viewfuzz/layout/layout.h"

namespace viewfuzz {

/// Can the elements of the dtype be read as numbers? Those of quantized dtypes, of packed bits and
/// of floats that share a byte cannot.
bool holdsNumbers(Dtype dtype);

/// The element at `bytes`, as a number: exact for all dtypes but 64-bit integers beyond 2^53.
/// Throws `std::invalid_argument` for a dtype that does not hold numbers.
std::complex<double> elementAt(Dtype dtype, const std::byte* bytes);

/// Stores a number as an element; false (and something stored) if the dtype does not hold it
/// exactly. bool holds whether a number is 0.
bool storeElement(Dtype dtype, std::complex<double> value, std::byte* bytes);

/// The element as people write it; its bits, where the dtype does not hold numbers.
std::string formatElement(Dtype dtype, const std::byte* bytes);
/// The same, and its bits.
evidence::Element elementOf(Dtype dtype, const std::byte* bytes);

/// When two elements count as equal. Bitwise, except that any NaN equals any NaN (which bits a NaN
/// has is left open by IEEE 754), and that behind an op that depends on the order of summation the
/// floating dtypes get `bound`, an absolute difference. Throws `std::invalid_argument` where two
/// elements of a floating dtype differ in their bits and cannot be read as numbers.
struct Equality {
  double bound = 0;
};
bool equalElements(Dtype dtype, const std::byte* a, const std::byte* b, Equality equality);

/// The largest finite magnitude among the elements, and at least 1: what rounding errors are
/// relative to.
double largestMagnitude(Dtype dtype, std::span<const std::byte> elements);

/// The bound for values of up to `largest` after a sum of not too many elements.
double summationBound(Dtype dtype, double largest);

}  // namespace viewfuzz
