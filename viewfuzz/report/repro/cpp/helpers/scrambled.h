#pragma once

#include <vector>

#include "viewfuzz/report/repro/cpp/helpers/names.h"
#include "viewfuzz/report/repro/cpp/helpers/scramble.h"

/// Small whole numbers, the same on every machine.
Tensor scrambled(uint64_t seed, int64_t count, int64_t lowest) {
  std::vector<int64_t> all;
  for (int64_t i = 0; i < count; ++i) {
    const uint64_t bits = scramble(seed * 0x9e3779b97f4a7c15U + static_cast<uint64_t>(i));
    all.push_back(static_cast<int64_t>(bits % 9) + lowest);
  }
  return at::tensor(all, at::kLong);
}
