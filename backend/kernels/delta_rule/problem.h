#pragma once
/// @file
/// What a call of a gated delta rule asks for, checked.
///
/// A sequence of tokens changes a state M [Dk, Dv] for every value head and reads from it:
///
///     M <- exp(g_t) M;   d = beta_t (v_t - M^T k_t);   M <- M + k_t d^T;   o_t = scale M^T q_t
///
/// (Yang et al., "Gated Delta Networks", 2024, equation 10.) Value head h uses key head
/// h / (Hv / Hk). With the l2norm, q and k are first divided by sqrt(sum of squares + 1e-6).
#include <ATen/core/Tensor.h>

#include <optional>
#include <vector>

namespace npu::delta_rule {

/// Added to the sum of squares by the l2norm, so that a vector of zeros stays one.
constexpr double kNormEpsilon = 1e-6;

/// The longest chunk: scratch memory grows with its square.
constexpr std::int64_t kMaxChunk = 256;

/// The names of the operators, for messages.
constexpr const char* kChunkOp = "npu::chunk_gated_delta_rule";
constexpr const char* kRecurrentOp = "npu::recurrent_gated_delta_rule";

/// The arguments of both operators.
struct Arguments {
  const char* op;                               ///< for messages
  const at::Tensor& q;                          ///< [B, S, Hk, Dk], float32, bfloat16 or float16
  const at::Tensor& k;                          ///< as q
  const at::Tensor& v;                          ///< [B, S, Hv, Dv], Hv a multiple of Hk
  const std::optional<at::Tensor>& g;           ///< [B, S, Hv], logarithm of the decay; none: 0
  const std::optional<at::Tensor>& beta;        ///< [B, S, Hv], strength of the write; none: 1
  std::optional<double> scale;                  ///< of q; none: Dk^-1/2
  const std::optional<at::Tensor>& state;       ///< [N, Hv, Dk, Dv], float32; none: zeros
  const std::optional<at::Tensor>& cu_seqlens;  ///< [N+1], int32 or int64; none: N = B
  bool l2norm;
};

/// The tokens [begin, end) of a row of the batch.
struct Sequence {
  std::int64_t batch;
  std::int64_t begin;
  std::int64_t end;
};

/// The sizes of a call, and where its sequences are.
struct Problem {
  std::int64_t batch, tokens, key_heads, value_heads, key_dim, value_dim;
  double scale;
  bool l2norm;
  std::vector<Sequence> sequences;

  std::int64_t key_head(std::int64_t value_head) const {
    return value_head / (value_heads / key_heads);
  }
  std::vector<std::int64_t> state_sizes() const {
    return {static_cast<std::int64_t>(sequences.size()), value_heads, key_dim, value_dim};
  }
};

/// Checks shapes, dtypes, devices and the offsets of packed sequences.
/// @throws c10::Error that names the operator, the argument, what it is and what was expected.
Problem check(const Arguments& arguments);

/// Checks that the state can be written: no element twice, none shared with another argument.
void check_writable_state(const Arguments& arguments, const at::Tensor& state);

/// The most tokens a sequence has.
std::int64_t longest(const Problem& problem);

/// How many heads of sequences a thread should take at least for its start to pay.
std::int64_t grain(const Problem& problem);

/// Checks 1 <= chunk_size <= kMaxChunk.
void check_chunk_size(const char* op, std::int64_t chunk_size);

/// A fresh output [B, S, Hv, Dv] in the dtype of q.
at::Tensor empty_output(const Arguments& arguments);

/// A fresh final state [N, Hv, Dk, Dv] in float32, or [0] when it is not wanted.
at::Tensor empty_final_state(const Arguments& arguments, const Problem& problem, bool wanted);

}  // namespace npu::delta_rule
