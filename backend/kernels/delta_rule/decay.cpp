#include "backend/kernels/delta_rule/decay.h"

#include <ATen/ops/exp_cpu_dispatch.h>
#include <ATen/ops/from_blob.h>

#include <algorithm>
#include <array>
#include <limits>

#include "backend/kernels/delta_rule/problem.h"

namespace npu::delta_rule {
namespace {

constexpr float kNothingLeft = -std::numeric_limits<float>::infinity();
constexpr float kForgets = -104;  // below it exp(g) is less than half the smallest float

}  // namespace

void Decay::set(const float* g, std::int64_t count) {
  count_ = count;
  columns_ = padded(count);
  std::array<double, kMaxChunk> sums{};
  std::array<std::int64_t, kMaxChunk> oldest{};  // the first token of which something may be left
  double sum = 0;
  std::int64_t forgot = -1;   // the last token that did
  std::int64_t kept = count;  // the first token at which nothing is left of the state before
  for (std::int64_t i = 0; i < count; ++i) {
    if (g[i] < kForgets) {
      forgot = i;
      kept = std::min(kept, i);
    } else {
      sum += g[i];
    }
    sums[i] = sum;
    oldest[i] = std::max<std::int64_t>(forgot, 0);
  }

  float* const start_row = all_.data + columns_ * columns_;
  float* const end_row = start_row + columns_;
  std::fill(all_.data, end_row + columns_, kNothingLeft);
  const std::int64_t last = count - 1;
  for (std::int64_t i = 0; i < count; ++i) {
    float* const row = all_.data + i * columns_;
    for (std::int64_t j = oldest[i]; j <= i; ++j) row[j] = static_cast<float>(sums[i] - sums[j]);
    if (i < kept) start_row[i] = static_cast<float>(sums[i]);
    if (i >= oldest[last]) end_row[i] = static_cast<float>(sums[last] - sums[i]);
  }
  at::Tensor all = at::from_blob(all_.data, {columns_ + 2, columns_}, at::kFloat);
  at::cpu::exp_out(all, all);
}

}  // namespace npu::delta_rule
