#pragma once

#include "viewfuzz/report/repro/cpp/helpers/storage.h"

/// The elements, flat, on the CPU: the whole storage is copied, and only then looked at.
Tensor elements(const Tensor& tensor) {
  if (tensor.numel() == 0) return at::empty({0}, tensor.scalar_type());
  return storage(tensor)
      .as_strided(tensor.sizes(), tensor.strides(), tensor.storage_offset())
      .flatten();
}
