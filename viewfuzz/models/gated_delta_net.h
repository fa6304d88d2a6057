#pragma once

#include <optional>

#include "viewfuzz/models/blocks.h"

namespace viewfuzz::models {

/// What a GatedDeltaNet layer keeps from one forward to the next; both are written in place.
struct DeltaCache {
  TensorRef conv;     ///< [B, channels, K]: the last K inputs of the convolution
  TensorRef state;    ///< [B, Hv, Dk, Dv] in float32
  bool used = false;  ///< a forward has written to it
};
/// A cache of zeros.
DeltaCache deltaCache(Builder& b, const Config& config);

/// The depthwise causal convolution of x [B, S, channels] over time, then SiLU. With a cache its
/// inputs stand before x, and the last K ones are written back.
TensorRef causalConv(Builder& b, TensorRef x, TensorRef weight, DeltaCache* cache);

/// The parameters of the layer, made once for all forwards.
struct GatedDeltaNet {
  TensorRef qkv, z, b, a, conv, a_log, dt_bias, norm, out;
};
GatedDeltaNet gatedDeltaNet(const Weights& weights, const Config& config);

/// The layer on x [B, S, hidden]. `mask` [B, S] (1: a token, 0: padding) multiplies x. A single
/// token with a used cache takes the recurrent rule.
TensorRef forward(Builder& b, const GatedDeltaNet& net, const Config& config, TensorRef x,
                  std::optional<TensorRef> mask, DeltaCache* cache);

}  // namespace viewfuzz::models
