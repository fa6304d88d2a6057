#pragma once

#include "viewfuzz/report/repro/cpp/helpers/dense.h"

/// Where two flat tensors differ: bit by bit, but any NaN equals any NaN.
Tensor unequal(const Tensor& a, const Tensor& b) {
  if (a.is_complex()) {
    const Tensor parts = unequal(at::view_as_real(a).flatten(), at::view_as_real(b).flatten());
    return parts.view({-1, 2}).any(1);
  }
  const auto bits = [](const Tensor& t) {
    return dense(t).view(at::kByte).view({t.numel(), t.element_size()});
  };
  return ((bits(a) == bits(b)).all(1) | (a.isnan() & b.isnan())).logical_not();
}
