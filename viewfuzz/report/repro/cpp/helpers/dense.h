#pragma once

#include "viewfuzz/report/repro/cpp/helpers/names.h"

/// A copy with the strides of a new tensor: to PyTorch one element is contiguous with any.
Tensor dense(const Tensor& tensor) { return tensor.clone(at::MemoryFormat::Contiguous); }
