#pragma once

#include <ATen/core/Tensor.h>

#include "viewfuzz/program/program.h"

namespace viewfuzz {

/// A one-dimensional CPU tensor with the filled storage. Small ones come from a cache: never write
/// to it. The imaginary part of a complex element is the negative of its real part.
at::Tensor filled(const Fill& fill, Dtype dtype, int64_t numel);

}  // namespace viewfuzz
