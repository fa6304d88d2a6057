#include "viewfuzz/models/gated_delta_net.h"

#include "viewfuzz/models/calls.h"
#include "viewfuzz/models/delta_rule.h"
#include "viewfuzz/ops/results.h"

namespace viewfuzz::models {

DeltaCache deltaCache(Builder& b, const Config& config) {
  const Fill zeros{Fill::Kind::zeros, 0, {}};
  DeltaCache cache;
  cache.conv = b.source({config.batch, config.channels(), config.conv}, config.dtype, zeros);
  cache.state = b.source({config.batch, config.value_heads, config.key_dim, config.value_dim},
                         Dtype::Float, zeros);
  return cache;
}

TensorRef causalConv(Builder& b, TensorRef x, TensorRef weight, DeltaCache* cache) {
  const auto scope = b.part("conv");
  const int64_t batch = b.size(x, 0);
  const int64_t tokens = b.size(x, 1);
  const int64_t channels = b.size(x, 2);
  const int64_t kernel = b.size(weight, 2);
  TensorRef in = transpose(b, x, 1, 2);
  const bool continues = cache != nullptr && cache->used;
  if (continues) in = cat(b, {cache->conv, in}, -1);
  if (cache != nullptr) {
    const int64_t length = b.size(in, 2);
    const TensorRef padded = length < kernel ? pad(b, in, 1, kernel - length, 0) : in;
    const int64_t end = b.size(padded, 2);
    copyInto(b, cache->conv, slice(b, padded, -1, end - kernel, end));
    b.label("cache");
  }
  const int64_t padding = continues ? 0 : kernel - 1;
  const int64_t length = b.size(in, 2) + 2 * padding - kernel + 1;
  const TensorRef out =
      b.replay("aten.conv1d", {in, weight, None{}, Dims{1}, Dims{padding}, Dims{1}, channels},
               contiguousLayout({batch, channels, length}, b.dtype(x)));
  // Without a cache, the padding leaves outputs after the last token, which are cut off. With a
  // cache, one output comes before the first new token.
  const int64_t start = continues ? length - tokens : 0;
  const TensorRef active = unary(b, "aten.silu", slice(b, out, -1, start, start + tokens));
  return b.label("out", transpose(b, active, 1, 2));
}

GatedDeltaNet gatedDeltaNet(const Weights& weights, const Config& config) {
  const int64_t values = config.value_heads * config.value_dim;
  GatedDeltaNet net{};
  net.qkv = weights.matrix("in_proj_qkv.weight", config.channels(), config.hidden);
  net.z = weights.matrix("in_proj_z.weight", values, config.hidden);
  net.b = weights.matrix("in_proj_b.weight", config.value_heads, config.hidden);
  net.a = weights.matrix("in_proj_a.weight", config.value_heads, config.hidden);
  net.conv = weights.uniform("conv1d.weight", {config.channels(), 1, config.conv}, 0.8, 0);
  net.a_log = weights.uniform("A_log", {config.value_heads}, 2, -1.5);
  net.dt_bias = weights.uniform("dt_bias", {config.value_heads}, 1, -1);
  net.norm = weights.uniform("norm.weight", {config.value_dim}, 0.5, 1);
  net.out = weights.matrix("out_proj.weight", config.hidden, values);
  return net;
}

TensorRef forward(Builder& b, const GatedDeltaNet& net, const Config& config, TensorRef x,
                  std::optional<TensorRef> mask, DeltaCache* cache) {
  const auto scope = b.part("gdn");
  const int64_t batch = b.size(x, 0);
  const int64_t tokens = b.size(x, 1);
  const int64_t keys = config.key_heads * config.key_dim;
  const int64_t values = config.value_heads * config.value_dim;
  if (mask) x = mul(b, x, to(b, unsqueeze(b, *mask, -1), b.dtype(x)));

  const TensorRef qkv = b.label("qkv", linear(b, x, net.qkv));
  const TensorRef z =
      view(b, linear(b, x, net.z), {batch, tokens, config.value_heads, config.value_dim});
  const TensorRef strength = b.label("b", linear(b, x, net.b));
  const TensorRef decay = b.label("a", linear(b, x, net.a));
  const bool continues = cache != nullptr && cache->used;
  const TensorRef mixed = causalConv(b, qkv, net.conv, cache);
  const auto parts = split(b, mixed, {keys, keys, values}, -1);

  DeltaInputs inputs{};
  inputs.q = reshape(b, parts[0], {batch, tokens, config.key_heads, config.key_dim});
  inputs.k = reshape(b, parts[1], {batch, tokens, config.key_heads, config.key_dim});
  inputs.v = reshape(b, parts[2], {batch, tokens, config.value_heads, config.value_dim});
  inputs.beta = b.label("beta", unary(b, "aten.sigmoid", strength));
  const TensorRef rate = unary(b, "aten.neg", unary(b, "aten.exp", to(b, net.a_log, Dtype::Float)));
  const TensorRef shifted = add(b, to(b, decay, Dtype::Float), net.dt_bias);
  inputs.g = b.label("g", mul(b, rate, unary(b, "aten.softplus", shifted)));
  if (continues) inputs.state = cache->state;
  const Form form = continues && tokens == 1 ? Form::recurrent : config.form;
  const DeltaResult result = deltaRule(b, inputs, form, config.chunk, true);
  if (cache != nullptr) {
    copyInto(b, cache->state, result.state);
    b.label("state");
    cache->used = true;
  }

  const TensorRef normed = gatedRmsNorm(b, result.out, z, net.norm, config.eps);
  b.label("norm");
  const TensorRef out = linear(b, reshape(b, normed, {batch, tokens, values}), net.out);
  b.label("out");
  b.output("mixed_qkv", mixed);
  b.output("b", strength);
  b.output("a", decay);
  b.output("beta", inputs.beta);
  b.output("g", inputs.g);
  return out;
}

}  // namespace viewfuzz::models
