#pragma once
/// @file
/// Strided tensors of any float dtype as rows of floats.
#include <ATen/core/Tensor.h>

#include "backend/kernels/convert.h"

namespace npu::delta_rule {

/// Reads and writes a tensor of three or four dims, wherever it lies in device memory.
class Rows {
 public:
  explicit Rows(const at::Tensor& tensor);

  /// The elements [a, b, c, 0 … count) as floats.
  void read(std::int64_t a, std::int64_t b, std::int64_t c, std::int64_t count, float* to) const {
    read_(reinterpret_cast<char*>(to), at(a, b, c), sizeof(float), stride_[3], count);
  }

  /// The elements [a, b … b + count, c] of a tensor of three dims as floats.
  void read_column(std::int64_t a, std::int64_t b, std::int64_t c, std::int64_t count,
                   float* to) const {
    read_(reinterpret_cast<char*>(to), at(a, b, c), sizeof(float), stride_[1], count);
  }

  void write(std::int64_t a, std::int64_t b, std::int64_t c, std::int64_t count,
             const float* from) const {
    write_(at(a, b, c), reinterpret_cast<const char*>(from), stride_[3], sizeof(float), count);
  }

  /// Asks the processor for the elements [a, b, c, 0 … count) before they are read; any place will
  /// do, even one outside the tensor.
  void prefetch(std::int64_t a, std::int64_t b, std::int64_t c, std::int64_t count) const {
    constexpr std::int64_t kCacheLine = 64;
    const char* const start = at(a, b, c);
    for (std::int64_t byte = 0; byte < count * stride_[3]; byte += kCacheLine)
      __builtin_prefetch(start + byte);
  }

  /// Where the row [a, b, c] starts.
  char* at(std::int64_t a, std::int64_t b, std::int64_t c) const {
    return data_ + a * stride_[0] + b * stride_[1] + c * stride_[2];
  }

 private:
  char* data_;
  std::array<std::int64_t, 4> stride_{};  // in bytes
  CopyLoop read_;
  CopyLoop write_;
};

}  // namespace npu::delta_rule
