#pragma once

#include <optional>

#include "viewfuzz/models/builder.h"
#include "viewfuzz/models/config.h"

namespace viewfuzz::models {

/// The inputs of the gated delta rule: queries and keys [B, S, Hk, Dk], values [B, S, Hv, Dv],
/// log-decay g <= 0 and write strength beta [B, S, Hv], and optionally a state [B, Hv, Dk, Dv] in
/// float32, which the rule does not write to.
struct DeltaInputs {
  TensorRef q, k, v, g, beta;
  std::optional<TensorRef> state;
};

struct DeltaResult {
  TensorRef out;    ///< [B, S, Hv, Dv] in the dtype of q
  TensorRef state;  ///< [B, Hv, Dk, Dv], float32
};

/// The gated delta rule of Yang, Kautz and Hatamizadeh (Gated Delta Networks, 2024), as Qwen3.5
/// uses it. It computes in float32. With S tokens, keys k_t and values v_t of one head:
///
///     M <- e^{g_t} M;  d = beta_t (v_t - M^T k_t);  M <- M + k_t d^T;  o_t = M^T q_t
///
/// `rows` and `solve` work on chunks of `chunk` tokens, the last one padded with zeros. The number
/// of value heads is a multiple of the number of key heads. `l2norm`: q and k are normalized first.
DeltaResult deltaRule(Builder& b, const DeltaInputs& inputs, Form form, int64_t chunk, bool l2norm);

}  // namespace viewfuzz::models
