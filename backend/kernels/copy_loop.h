#pragma once
/// @file
/// The inner loop of a strided copy: one dimension, bytes unchanged.
#include <cstddef>
#include <cstdint>

namespace npu {

/// Copies n elements; strides are in bytes, and a stride of 0 repeats one element.
using CopyLoop = void (*)(char* dst, const char* src, std::int64_t dst_stride,
                          std::int64_t src_stride, std::int64_t n);

/// The loop for elements of this many bytes, or null when there is none.
CopyLoop copy_loop(std::size_t itemsize);

}  // namespace npu
