#pragma once
/// @file
/// Walks two strided layouts of the same sizes together.
#include <ATen/core/Tensor.h>
#include <c10/util/SmallVector.h>

#include "backend/kernels/convert.h"

namespace npu {

/// One dimension of a walk; strides in bytes.
struct WalkDim {
  std::int64_t size;
  std::int64_t dst_stride;
  std::int64_t src_stride;
};

/// The dimensions of a walk, the innermost first, neighbours merged where both layouts allow it.
/// Never empty; the walk of a tensor with one element has one dimension of size 1.
using Walk = c10::SmallVector<WalkDim, 6>;

/// The walk over dst, with src expanded to its sizes. Must not be called for zero elements.
Walk make_walk(const at::TensorBase& dst, const at::TensorBase& src);

/// The same with other strides for src, in elements.
Walk make_walk(const at::TensorBase& dst, const at::TensorBase& src, at::IntArrayRef src_stride);

/// The walk over one layout (the source strides are those of dst, too).
Walk make_walk(const at::TensorBase& dst);

/// Runs the loop over the innermost dimension for every position of the outer ones.
void run_walk(const Walk& walk, char* dst, const char* src, CopyLoop loop);

/// Where a kernel finds the first element of a tensor; null for a tensor without bytes.
char* first_element(const at::TensorBase& tensor);

/// The same for the element at a position of the storage, counted in elements of the tensor.
char* element_at(const at::TensorBase& tensor, std::int64_t position);

}  // namespace npu
