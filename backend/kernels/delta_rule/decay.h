#pragma once
/// @file
/// How much of what was written at one token of a chunk is left at another.
#include <vector>

#include "backend/kernels/delta_rule/scratch.h"

namespace npu::delta_rule {

/// The decays of a chunk: products of exp(g), as the recurrence has them. Differences of sums of g
/// would cancel, and have no value where a gate is minus infinity.
class Decay {
 public:
  /// @param capacity the most tokens of a chunk
  explicit Decay(std::int64_t capacity)
      : scratch_((padded(capacity) + 1) * padded(capacity)),
        between_(scratch_.matrix(padded(capacity), capacity)),
        since_start_(scratch_.row(capacity)),
        left_(static_cast<std::size_t>(capacity)) {}

  /// Works out the decays of `count` tokens from the logarithm of each gate.
  void set(const float* g, std::int64_t count);

  /// What is left at token i of what tokens 0 … i wrote; undefined beyond i.
  const float* between(std::int64_t i) const { return between_.row(i); }
  /// What is left at token i of the state before the chunk.
  float since_start(std::int64_t i) const { return since_start_[i]; }
  /// What is left after the chunk of what token j wrote.
  float until_end(std::int64_t j) const { return between(count_ - 1)[j]; }
  /// What is left after the chunk of the state before it.
  float whole() const { return since_start(count_ - 1); }

 private:
  Scratch scratch_;
  Matrix between_;
  float* since_start_;
  std::vector<double> left_;  // the last row of between_, before rounding
  std::int64_t count_ = 0;
};

}  // namespace npu::delta_rule
