#pragma once
#include <ATen/core/Tensor.h>

namespace npu {

/// Writes the value to every element. Overlapping elements are fine: all get the same value.
void fill_elements(const at::Tensor& dst, const at::Scalar& value);

}  // namespace npu
