#pragma once

#include <vector>

#include "viewfuzz/report/repro/cpp/helpers/names.h"

Tensor repeated(const std::vector<int64_t>& values, int64_t count) {
  std::vector<int64_t> all;
  for (int64_t i = 0; i < count; ++i) all.push_back(values[static_cast<size_t>(i) % values.size()]);
  return at::tensor(all, at::kLong);
}
