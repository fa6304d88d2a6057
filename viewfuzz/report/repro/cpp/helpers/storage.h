#pragma once

#include "viewfuzz/report/repro/cpp/helpers/names.h"
#include "viewfuzz/report/repro/cpp/helpers/window.h"

/// The whole storage, flat, on the CPU.
Tensor storage(const Tensor& tensor) {
  const auto count =
      static_cast<int64_t>(tensor.storage().nbytes()) / static_cast<int64_t>(tensor.itemsize());
  return window(tensor, {count}, {1}, 0).cpu();
}
