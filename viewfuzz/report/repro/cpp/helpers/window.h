#pragma once

#include "viewfuzz/report/repro/cpp/helpers/names.h"

/// A tensor in the storage of `base`, made without an operator that makes views.
Tensor window(const Tensor& base, at::IntArrayRef sizes, at::IntArrayRef strides, int64_t offset) {
  return at::empty({0}, base.options()).set_(base.storage(), offset, sizes, strides);
}
