#pragma once

#include <optional>

#include "viewfuzz/models/blocks.h"

namespace viewfuzz::models {

/// cos and sin of the rotary embedding, each [B, S, R], in the model's dtype.
struct Rotary {
  TensorRef cos, sin;
};
/// From the positions [3, B, S] of time, height and width (int64). Frequency f of the R/2 ones is
/// theta^{-2f/R}; height and width take every third one, each from its own start, as far as their
/// sections reach: they are written over those of time through a slice with step 3.
Rotary rotary(Builder& b, const Config& config, TensorRef positions);

/// Text positions first, first + 1, …, the same for all three axes: a source [3, B, S].
TensorRef textPositions(Builder& b, const Config& config, int64_t first, int64_t tokens,
                        std::string label);

/// Which keys a query may attend to, [B, 1, S, past + S] (uint8): those up to its own place, and no
/// padding where there is a `mask` [B, past + S] (1: a token).
TensorRef causal(Builder& b, const Config& config, int64_t past, int64_t tokens,
                 std::optional<TensorRef> mask);

/// What is added to the scores, once a forward: 0 where attention is allowed, the lowest number of
/// the dtype elsewhere, so that a row without any allowed key is uniform and not NaN.
TensorRef additiveMask(Builder& b, TensorRef allowed, Dtype dtype);

/// The keys and values so far, [B, Hkv, tokens, D]; a forward puts longer ones in their place.
struct KeyValueCache {
  std::optional<TensorRef> keys, values;
};

struct Attention {
  TensorRef q, k, v, out, q_norm, k_norm;
};
Attention attention(const Weights& weights, const Config& config);

/// Grouped-query attention with normalized queries and keys and a gate on the output, on
/// x [B, S, hidden]; `mask` as of `additiveMask`. The projection to queries has 2 D outputs a head:
/// the query, then its gate.
TensorRef forward(Builder& b, const Attention& net, const Config& config, TensorRef x,
                  const Rotary& rotary, TensorRef mask, KeyValueCache* cache);

}  // namespace viewfuzz::models
