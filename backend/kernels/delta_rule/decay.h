#pragma once
/// @file
/// How much of what was written at one token of a chunk is left at another.
#include "backend/kernels/delta_rule/scratch.h"

namespace npu::delta_rule {

/// The decays of a chunk of up to `capacity` tokens. Each is exp of a difference of sums of g;
/// sums and differences are of double precision, since a difference of long sums cancels.
///
/// A g so low that exp(g) is 0 as a float forgets everything: nothing is left across such a token,
/// whatever comes later, and it is left out of the sums (infinity minus infinity has no value).
class Decay {
 public:
  explicit Decay(std::int64_t capacity)
      : scratch_(floats(capacity)), all_(scratch_.matrix(padded(capacity) + 2, capacity)) {}

  /// Works out the decays of `count` tokens. Rows and columns up to padded(count) are zero.
  void set(const float* g, std::int64_t count);

  /// exp(G_i - G_j) for j <= i, 0 for j > i: what is left at token i of what token j wrote.
  const float* between(std::int64_t i) const { return all_.data + i * columns_; }
  /// exp(G_i): what is left at token i of the state before the chunk.
  float since_start(std::int64_t i) const { return between(columns_)[i]; }
  /// exp(G_last - G_j): what is left after the chunk of what token j wrote.
  float until_end(std::int64_t j) const { return between(columns_ + 1)[j]; }
  /// exp(G_last): what is left after the chunk of the state before it.
  float whole() const { return since_start(count_ - 1); }

 private:
  static std::int64_t floats(std::int64_t capacity) {
    return (padded(capacity) + 2) * padded(capacity);
  }

  Scratch scratch_;
  Matrix all_;  // padded(count) rows of `between`, then those of the two others
  std::int64_t count_ = 0;
  std::int64_t columns_ = 0;
};

}  // namespace npu::delta_rule
