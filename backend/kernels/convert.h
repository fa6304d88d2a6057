#pragma once
/// @file
/// The inner loops of a copy: one dimension, from one dtype to another.
#include <c10/core/ScalarType.h>

#include <cstdint>

namespace npu {

/// Copies n elements; strides are in bytes, and a stride of 0 repeats one element.
using CopyLoop = void (*)(char* dst, const char* src, std::int64_t dst_stride,
                          std::int64_t src_stride, std::int64_t n);

/// The loop that copies elements of this many bytes unchanged, or null when there is none.
CopyLoop bytes_loop(std::size_t itemsize);

/// The loop that converts by c10::convert, or null when there is no conversion between the two.
CopyLoop convert_loop(c10::ScalarType dst, c10::ScalarType src);

/// Changes what is done to every element after conversion, for lazy conjugation and negation.
enum class Sign : std::uint8_t { kKeep, kConj, kNeg, kNegConj };

/// The loop that applies a sign to elements in place (dst and src may be the same), or null when
/// the CPU cannot negate that dtype.
CopyLoop sign_loop(c10::ScalarType dtype, Sign sign);

}  // namespace npu
