#pragma once

#include <optional>

#include "viewfuzz/models/blocks.h"

namespace viewfuzz::models {

/// cos and sin of the rotary embedding, each [B, S, R], in the model's dtype.
struct Rotary {
  TensorRef cos, sin;
};
/// The tables for the positions [3, B, S] of time, height and width (int64). There are R/2
/// frequencies, and frequency f is theta^{-2f/R}. Height and width each take every third frequency,
/// from a start of their own, as far as their sections reach. They are written over those of time
/// through a slice with step 3.
Rotary rotary(Builder& b, const Config& config, TensorRef positions);

/// Text positions first, first + 1, …, the same for all three axes: a source [3, B, S].
TensorRef textPositions(Builder& b, const Config& config, int64_t first, int64_t tokens,
                        std::string label);

/// Which keys a query may attend to, [B, 1, S, past + S] (uint8): those up to its own position.
/// With a `mask` [B, past + S] (1: a token, 0: padding), no key that is padding.
TensorRef causal(Builder& b, const Config& config, int64_t past, int64_t tokens,
                 std::optional<TensorRef> mask);

/// The mask that is added to the scores, made once for each forward: 0 where attention is allowed,
/// elsewhere the lowest number of the dtype. With that number, a row without any allowed key
/// becomes uniform; with minus infinity it would become NaN.
TensorRef additiveMask(Builder& b, TensorRef allowed, Dtype dtype);

/// The keys and values so far, [B, Hkv, tokens, D]. Each forward replaces them by longer ones.
struct KeyValueCache {
  std::optional<TensorRef> keys, values;
};

struct Attention {
  TensorRef q, k, v, out, q_norm, k_norm;
};
Attention attention(const Weights& weights, const Config& config);

/// Grouped-query attention on x [B, S, hidden], with normalized queries and keys and a gate on the
/// output. `mask` is what `additiveMask` gives. The projection to queries has 2 D outputs a head:
/// the query, then its gate.
TensorRef forward(Builder& b, const Attention& net, const Config& config, TensorRef x,
                  const Rotary& rotary, TensorRef mask, KeyValueCache* cache);

}  // namespace viewfuzz::models
