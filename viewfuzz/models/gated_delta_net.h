#pragma once

#include <optional>

#include "viewfuzz/models/blocks.h"

namespace viewfuzz::models {

/// What a GatedDeltaNet layer keeps from one forward to the next. The layer writes both in place.
struct DeltaCache {
  TensorRef conv;     ///< [B, channels, K]: the last K inputs of the convolution
  TensorRef state;    ///< [B, Hv, Dk, Dv] in float32
  bool used = false;  ///< a forward has written to it
};
/// A cache of zeros.
DeltaCache deltaCache(Builder& b, const Config& config);

/// The depthwise causal convolution of x [B, S, channels] over time, then SiLU. With a cache, its
/// inputs are put before x, and the last K inputs are written back to it.
TensorRef causalConv(Builder& b, TensorRef x, TensorRef weight, DeltaCache* cache);

/// The parameters of the layer. All forwards share them.
struct GatedDeltaNet {
  TensorRef qkv, z, b, a, conv, a_log, dt_bias, norm, out;
};
GatedDeltaNet gatedDeltaNet(const Weights& weights, const Config& config);

/// The layer on x [B, S, hidden]. `mask` [B, S] (1: a token, 0: padding) multiplies x. A forward of
/// a single token with a filled cache uses the recurrent rule.
TensorRef forward(Builder& b, const GatedDeltaNet& net, const Config& config, TensorRef x,
                  std::optional<TensorRef> mask, DeltaCache* cache);

}  // namespace viewfuzz::models
