#pragma once

#include "viewfuzz/report/repro/cpp/helpers/names.h"

/// Nothing says what is in the bytes that a storage grows by, so they are made zeros.
template <typename Statement>
void growing(const Tensor& tensor, Statement statement) {
  const at::Storage storage = tensor.storage();
  const auto before = static_cast<int64_t>(storage.nbytes());
  const auto clear = [&] {
    const int64_t grown = static_cast<int64_t>(storage.nbytes()) - before;
    if (grown <= 0) return;
    at::empty({0}, tensor.options().dtype(at::kByte))
        .set_(storage, before, {grown}, {1})
        .copy_(at::zeros({grown}, at::kByte));
  };
  try {
    statement();
  } catch (...) {
    clear();
    throw;
  }
  clear();
}
