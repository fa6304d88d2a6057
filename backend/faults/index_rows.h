#pragma once
/// @file
/// Rows of a tensor along a dim, for wrong kernels that write by index.
#include <ATen/core/Tensor.h>

namespace npu {

/// An index tensor as numbers, negative ones not yet wrapped.
std::vector<std::int64_t> numbers_of(const at::Tensor& index);

/// The row at a position along the dim, which need not be one of the tensor's own. Undefined where
/// it would leave the storage.
at::Tensor row_at(const at::Tensor& tensor, std::int64_t dim, std::int64_t position);

}  // namespace npu
