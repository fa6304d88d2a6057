#include "backend/kernels/delta_rule/inputs.h"

#include <algorithm>
#include <cmath>

#include "backend/kernels/delta_rule/loops.h"

namespace npu::delta_rule {

void Inputs::vector(const Rows& rows, std::int64_t b, std::int64_t t, std::int64_t h, float factor,
                    float* to) const {
  const std::int64_t n = problem_.key_dim;
  rows.read(b, t, problem_.key_head(h), n, to);
  if (problem_.l2norm)
    factor /= std::sqrt(sum_of_squares(to, n) + static_cast<float>(kNormEpsilon));
  if (factor != 1) scale(to, factor, n);
}

void Inputs::gates(std::int64_t b, std::int64_t t, std::int64_t h, std::int64_t count, float* g,
                   float* beta) const {
  if (g_) {
    g_->read_column(b, t, h, count, g);
  } else {
    std::fill_n(g, count, 0.0F);
  }
  if (beta_) {
    beta_->read_column(b, t, h, count, beta);
  } else {
    std::fill_n(beta, count, 1.0F);
  }
}

}  // namespace npu::delta_rule
