#include "viewfuzz/models/attention.h"

#include <cmath>

#include "viewfuzz/models/calls.h"
#include "viewfuzz/ops/results.h"

namespace viewfuzz::models {
namespace {

/// Rotates the first R dims of each head, where R is the last size of the tables. The other dims
/// stay.
TensorRef rotated(Builder& b, TensorRef x, const Rotary& tables) {
  const int64_t rotary = b.size(tables.cos, -1);
  const int64_t dims = b.size(x, -1);
  const TensorRef cos = unsqueeze(b, tables.cos, 1);
  const TensorRef sin = unsqueeze(b, tables.sin, 1);
  const TensorRef turning = slice(b, x, -1, 0, rotary);
  const TensorRef rest = slice(b, x, -1, rotary, dims);
  const TensorRef first = slice(b, turning, -1, 0, rotary / 2);
  const TensorRef second = slice(b, turning, -1, rotary / 2, rotary);
  const TensorRef half = cat(b, {unary(b, "aten.neg", second), first}, -1);
  const TensorRef along = mul(b, turning, cos);
  const TensorRef turned = add(b, along, mul(b, half, sin));
  return rotary == dims ? turned : cat(b, {turned, rest}, -1);
}

}  // namespace

Attention attention(const Weights& weights, const Config& config) {
  Attention net{};
  const int64_t heads = config.heads * config.head_dim;
  const int64_t kv_heads = config.kv_heads * config.head_dim;
  net.q = weights.matrix("q_proj.weight", 2 * heads, config.hidden);
  net.k = weights.matrix("k_proj.weight", kv_heads, config.hidden);
  net.v = weights.matrix("v_proj.weight", kv_heads, config.hidden);
  net.out = weights.matrix("o_proj.weight", config.hidden, heads);
  net.q_norm = weights.uniform("q_norm.weight", {config.head_dim}, 0.5, 0);
  net.k_norm = weights.uniform("k_norm.weight", {config.head_dim}, 0.5, 0);
  return net;
}

TensorRef forward(Builder& b, const Attention& net, const Config& config, TensorRef x,
                  const Rotary& tables, TensorRef mask, KeyValueCache* cache) {
  const auto scope = b.part("attn");
  const int64_t batch = b.size(x, 0);
  const int64_t tokens = b.size(x, 1);
  const int64_t dims = config.head_dim;

  const TensorRef both = view(b, linear(b, x, net.q), {batch, tokens, config.heads, 2 * dims});
  const auto halves = split(b, both, {dims, dims}, -1);
  const TensorRef gate =
      b.label("gate", reshape(b, halves[1], {batch, tokens, config.heads * dims}));
  const auto byHead = [&](TensorRef weight) {
    return view(b, linear(b, x, weight), {batch, tokens, config.kv_heads, dims});
  };
  const TensorRef normed_q = transpose(b, rmsNorm(b, halves[0], net.q_norm, config.eps), 1, 2);
  const TensorRef q = b.label("q", rotated(b, normed_q, tables));
  const TensorRef normed_k = transpose(b, rmsNorm(b, byHead(net.k), net.k_norm, config.eps), 1, 2);
  TensorRef k = b.label("k", rotated(b, normed_k, tables));
  TensorRef v = transpose(b, byHead(net.v), 1, 2);
  b.label("v");
  if (cache != nullptr) {
    if (cache->keys) k = b.label("keys", cat(b, {*cache->keys, k}, 2));
    if (cache->values) v = b.label("values", cat(b, {*cache->values, v}, 2));
    *cache = {k, v};
  }

  const int64_t groups = config.heads / config.kv_heads;
  const TensorRef keys = repeatHeads(b, k, 1, groups);
  const TensorRef values = repeatHeads(b, v, 1, groups);
  const TensorRef products = matmul(b, q, transpose(b, keys, 2, 3));
  const TensorRef scores = add(b, times(b, products, 1 / std::sqrt(double(dims))), mask);
  b.label("scores");
  const TensorRef wide = b.call("aten.softmax.int", {to(b, scores, Dtype::Float), int64_t{-1}},
                                b.layout(scores).sizes);
  const TensorRef weights = b.label("weights", to(b, wide, config.dtype));
  const TensorRef heads = transpose(b, matmul(b, weights, values), 1, 2);
  const TensorRef merged = reshape(b, heads, {batch, tokens, config.heads * dims});
  const TensorRef open = mul(b, merged, unary(b, "aten.sigmoid", gate));
  b.output("q", q);
  b.output("k", k);
  b.output("v", v);
  b.output("gate", gate);
  b.output("weights", weights);
  return b.label("out", linear(b, open, net.out));
}

}  // namespace viewfuzz::models
