#pragma once
/// @file
/// The gated delta rule a chunk of tokens at a time, for one head.
#include "backend/kernels/delta_rule/decay.h"
#include "backend/kernels/delta_rule/inputs.h"
#include "backend/kernels/delta_rule/scratch.h"

namespace npu::delta_rule {

/// Runs sequences of one call, one after the other, in scratch memory of its own: one a thread.
///
/// With D the decays between the tokens of a chunk, G those since its start and M the state, what
/// the tokens write, r, solves a unit lower triangular system, and everything else is products:
///
///     (I + strictly lower(beta K K^T . D)) r = beta (V - G K M)
///     O = G Q M + lower(Q K^T . D) r
///     M <- decay of the chunk M + K^T (decay until its end r)
///
/// This is the WY form of Yang et al. ("Parallelizing Linear Transformers with the Delta Rule",
/// 2024) with the state put in before the system is solved: its right side is then V's width
/// alone. The system is solved by forward substitution, kTile rows at a time.
class ChunkedHead {
 public:
  /// @param chunk tokens a chunk, 1 to kMaxChunk
  ChunkedHead(const Problem& problem, const Inputs& inputs, std::int64_t chunk);

  /// Sets the state from head h of sequence n of a state tensor, or to zeros.
  void start(const Rows* initial, std::int64_t n, std::int64_t h);

  /// Runs the tokens of a sequence and writes their outputs.
  void run(const Sequence& sequence, std::int64_t h, const Rows& out);

  /// Writes the state to head h of sequence n of a state tensor.
  void finish(const Rows& final_state, std::int64_t n, std::int64_t h) const;

 private:
  void load(std::int64_t b, std::int64_t t, std::int64_t h, std::int64_t count);
  void weigh_scores(std::int64_t b, std::int64_t t, std::int64_t h, std::int64_t count);
  void solve(std::int64_t rows);
  void advance_state(std::int64_t count);

  const Problem& problem_;
  const Inputs& inputs_;
  std::int64_t chunk_;
  std::int64_t key_dim_, value_dim_;  // padded
  Decay decay_;
  Scratch scratch_;
  Matrix state_;     // [key_dim, value_dim]
  Matrix keys_;      // [2 chunk, key_dim]: K, and Q right below it
  Matrix keys_t_;    // [key_dim, chunk]: K^T
  Matrix scores_;    // [2 chunk, chunk]: K K^T, and Q K^T right below it
  Matrix written_;   // [chunk, value_dim]: V, later r
  Matrix recalled_;  // [2 chunk, value_dim]: K M, and Q M right below it, later O
  float* g_;
  float* beta_;
};

}  // namespace npu::delta_rule
