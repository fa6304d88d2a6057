#pragma once

#include <ATen/core/Tensor.h>

#include "viewfuzz/program/program.h"

namespace viewfuzz {

/// The value at a position of a filled storage, before it becomes an element of `dtype`.
/// iota: position + seed + 1, wrapped so that the dtype holds it exactly; bool: every third
/// element.
int64_t fillValue(const Fill& fill, Dtype dtype, int64_t position);

/// A one-dimensional CPU tensor with the filled storage. Small ones come from a cache: never write
/// to it. The imaginary part of a complex element is the negative of its real part.
at::Tensor filled(const Fill& fill, Dtype dtype, int64_t numel);

}  // namespace viewfuzz
