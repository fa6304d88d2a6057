#pragma once

#include <complex>
#include <cstddef>
#include <span>
#include <string>

#include "viewfuzz/judge/evidence.h"
#include "viewfuzz/layout/layout.h"

namespace viewfuzz {

/// Can the elements of the dtype be read as numbers? Elements of quantized dtypes, of packed bits
/// and of floats that share a byte cannot.
bool holdsNumbers(Dtype dtype);

/// The element at `bytes` as a number. It is exact, except for 64-bit integers beyond 2^53.
/// Throws `std::invalid_argument` for a dtype that does not hold numbers.
std::complex<double> elementAt(Dtype dtype, const std::byte* bytes);

/// Stores a number as an element, and says whether the dtype holds it exactly. If it does not, a
/// near value is stored. `bool` only holds whether a number is 0, and that counts as exact.
bool storeElement(Dtype dtype, std::complex<double> value, std::byte* bytes);

/// The element as people write it, or its bits where the dtype does not hold numbers.
std::string formatElement(Dtype dtype, const std::byte* bytes);
/// The element as people write it, and its bits.
evidence::Element elementOf(Dtype dtype, const std::byte* bytes);

/// When two elements count as equal: if their bits are equal, with two exceptions.
///
/// - Any NaN equals any NaN, since IEEE 754 leaves open which bits a NaN has.
/// - After an op whose result depends on the order of summation, elements of a floating dtype may
///   differ by `bound`.
///
/// `equalElements` throws `std::invalid_argument` for elements of a floating dtype that differ in
/// their bits and cannot be read as numbers.
struct Equality {
  double bound = 0;
};
bool equalElements(Dtype dtype, const std::byte* a, const std::byte* b, Equality equality);

/// The largest finite magnitude among the elements, and at least 1. Rounding errors are relative to
/// it.
double largestMagnitude(Dtype dtype, std::span<const std::byte> elements);

/// By how much two sums of a few elements may differ, if no value is larger than `largest`.
double summationBound(Dtype dtype, double largest);

}  // namespace viewfuzz
