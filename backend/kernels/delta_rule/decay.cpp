#include "backend/kernels/delta_rule/decay.h"

#include <cmath>

#include "backend/kernels/delta_rule/loops.h"

namespace npu::delta_rule {

void Decay::set(const float* g, std::int64_t count) {
  count_ = count;
  double since_start = 1;
  for (std::int64_t i = 0; i < count; ++i) {
    const double decay = std::exp(static_cast<double>(g[i]));
    left_[static_cast<std::size_t>(i)] = 1;
    decay_and_round(left_.data(), decay, between_.row(i), i);
    between_.row(i)[i] = 1;
    since_start *= decay;
    since_start_[i] = static_cast<float>(since_start);
  }
}

}  // namespace npu::delta_rule
