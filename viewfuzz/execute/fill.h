#pragma once

#include <ATen/core/Tensor.h>

#include "viewfuzz/program/program.h"

namespace viewfuzz {

/// A one-dimensional CPU tensor with `numel` filled elements. The imaginary part of a complex
/// element is the negative of its real part. Small tensors come from a cache, so the caller must
/// not write to them.
at::Tensor filled(const Fill& fill, Dtype dtype, int64_t numel);

}  // namespace viewfuzz
