#pragma once

#include "viewfuzz/report/repro/cpp/helpers/names.h"
#include "viewfuzz/report/repro/cpp/helpers/scramble.h"

/// Fractions, the same on every machine.
Tensor uniform(uint64_t seed, int64_t count, double scale, double offset) {
  Tensor all = at::empty({count}, at::kFloat);
  float* values = all.mutable_data_ptr<float>();
  for (int64_t i = 0; i < count; ++i) {
    const uint64_t bits = scramble(seed + (static_cast<uint64_t>(i) + 1) * 0x9e3779b97f4a7c15U);
    const float part = static_cast<float>(bits >> 40U) * 0x1p-24F;
    values[i] = (part - 0.5F) * static_cast<float>(2 * scale);
    if (offset != 0) values[i] += static_cast<float>(offset);
  }
  return all;
}
