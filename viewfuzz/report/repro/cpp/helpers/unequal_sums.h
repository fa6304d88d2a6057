#pragma once

#include "viewfuzz/report/repro/cpp/helpers/unequal.h"

/// Where two flat tensors differ by more than the order of summation, which is free.
Tensor unequalSums(const Tensor& a, const Tensor& b) {
  if (a.is_complex()) {
    const Tensor parts = unequalSums(at::view_as_real(a).flatten(), at::view_as_real(b).flatten());
    return parts.view({-1, 2}).any(1);
  }
  if (!a.is_floating_point()) return unequal(a, b);
  const double epsilon = a.scalar_type() == at::kHalf       ? 0x1p-10
                         : a.scalar_type() == at::kBFloat16 ? 0x1p-7
                         : a.scalar_type() == at::kFloat    ? 0x1p-23
                                                            : 0x1p-52;
  const Tensor largest =
      at::cat({a, b}).to(at::kDouble).abs().nan_to_num(1, 1, 1).clamp_min(1).max();
  const Tensor close = (a.to(at::kDouble) - b.to(at::kDouble)).abs() <= largest * (16 * epsilon);
  return unequal(a, b) & close.logical_not();
}
