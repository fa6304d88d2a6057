#pragma once
/// @file
/// Memory for the length of one call on one thread.
#include <c10/core/CPUAllocator.h>

#include "backend/kernels/delta_rule/gemm.h"

namespace npu::delta_rule {

/// Matrices and rows of floats side by side in one block.
class Scratch {
 public:
  /// @param floats the sum of all sizes that will be asked for, each padded to kTile
  explicit Scratch(std::int64_t floats)
      : block_(c10::GetCPUAllocator()->allocate(static_cast<std::size_t>(floats) * sizeof(float))),
        next_(static_cast<float*>(block_.get())) {}

  float* row(std::int64_t n) {
    float* const start = next_;
    next_ += padded(n);
    return start;
  }

  /// Rows of a padded length, so that each starts where a vector may be loaded from.
  Matrix matrix(std::int64_t rows, std::int64_t columns) {
    return {row(rows * padded(columns)), padded(columns)};
  }

 private:
  c10::DataPtr block_;
  float* next_;
};

}  // namespace npu::delta_rule
