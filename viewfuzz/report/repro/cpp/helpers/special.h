#pragma once

#include <limits>
#include <vector>

#include "viewfuzz/report/repro/cpp/helpers/names.h"

/// NaN, infinities, -0, the smallest denormal, the extremes, in turn.
template <typename T>
Tensor special(int64_t count) {
  using Limits = std::numeric_limits<T>;
  const std::vector<double> values = {
      Limits::quiet_NaN(), Limits::infinity(), -Limits::infinity(), -0.0, Limits::denorm_min(),
      Limits::max(),       Limits::lowest(),   Limits::min(),       0.5,  -1.5};
  std::vector<double> all;
  for (int64_t i = 0; i < count; ++i) all.push_back(values[static_cast<size_t>(i) % values.size()]);
  return at::tensor(all, at::kDouble).to(c10::CppTypeToScalarType<T>::value);
}
