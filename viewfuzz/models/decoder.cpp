#include "viewfuzz/models/decoder.h"

#include <fmt/format.h>

#include <variant>

#include "viewfuzz/models/calls.h"
#include "viewfuzz/models/delta_rule.h"
#include "viewfuzz/ops/results.h"

namespace viewfuzz::models {
namespace {

/// Keeps the outputs of a forward: `gate` of forward 2 becomes `mid.gate2`.
void keepOutputs(Builder& b, std::string_view kind, size_t step) {
  for (const auto& [name, id] : b.takeOutputs())
    b.keep(fmt::format("{}.{}{}", kind, name, step), {id});
}

/// If there are several forwards, labels begin with the number of the forward.
Builder::Scope forwardScope(Builder& b, const Config& config, size_t step) {
  if (config.steps.size() == 1) return b.plain("");
  return b.repeated("T", static_cast<int64_t>(step), static_cast<int64_t>(config.steps.size()));
}

TensorRef hiddenInput(Builder& b, const Config& config, size_t step) {
  return b.source({config.batch, config.steps[step], config.hidden}, config.dtype,
                  {Fill::Kind::uniform, config.seed + step, {}, 1.5, 0},
                  fmt::format("in.x{}", step));
}

TensorRef positionsInput(Builder& b, const Config& config, int64_t past, size_t step) {
  return textPositions(b, config, past, config.steps[step], fmt::format("in.pos{}", step));
}

/// A layer of the decoder and the cache that it keeps.
struct Layer {
  TensorRef input_norm, post_norm;
  std::variant<GatedDeltaNet, Attention> mix;
  Mlp mlp;
  DeltaCache delta;
  KeyValueCache attention;
};

Layer makeLayer(Builder& b, const Config& config, const Weights& weights, bool full) {
  const TensorRef input_norm = weights.uniform("input_layernorm.weight", {config.hidden}, 0.5, 0);
  const TensorRef post_norm =
      weights.uniform("post_attention_layernorm.weight", {config.hidden}, 0.5, 0);
  Layer layer{input_norm, post_norm, {}, mlp(weights.within("mlp."), config), {}, {}};
  if (full) {
    layer.mix = attention(weights.within("self_attn."), config);
  } else {
    layer.mix = gatedDeltaNet(weights.within("linear_attn."), config);
    if (config.steps.size() > 1) layer.delta = deltaCache(b, config);
  }
  return layer;
}

TensorRef layerForward(Builder& b, const Config& config, Layer& layer, TensorRef x,
                       const Rotary& tables, TensorRef mask, std::optional<TensorRef> tokens) {
  const bool cached = config.steps.size() > 1;
  const TensorRef normed = rmsNorm(b, x, layer.input_norm, config.eps);
  b.label("norm");
  const TensorRef mixed = std::holds_alternative<Attention>(layer.mix)
                              ? forward(b, std::get<Attention>(layer.mix), config, normed, tables,
                                        mask, cached ? &layer.attention : nullptr)
                              : forward(b, std::get<GatedDeltaNet>(layer.mix), config, normed,
                                        tokens, cached ? &layer.delta : nullptr);
  const TensorRef between = b.label("between", add(b, x, mixed));
  const TensorRef post = rmsNorm(b, between, layer.post_norm, config.eps);
  b.label("post_norm");
  return b.label("out", add(b, between, forward(b, layer.mlp, post)));
}

}  // namespace

Model ruleModel(const RuleInputs& inputs, Form form, int64_t chunk, bool l2norm) {
  Builder b;
  DeltaInputs given{};
  given.q = b.source(inputs.q, "in.q");
  given.k = b.source(inputs.k, "in.k");
  given.v = b.source(inputs.v, "in.v");
  given.g = b.source(inputs.g, "in.g");
  given.beta = b.source(inputs.beta, "in.beta");
  if (inputs.state) given.state = b.source(*inputs.state, "in.h0");
  const DeltaResult result = deltaRule(b, given, form, chunk, l2norm);
  for (const auto& [name, id] : b.takeOutputs()) b.keep("mid." + name, {id});
  b.keep("o", result.out);
  b.keep("state", result.state);
  return b.finish();
}

Model gatedDeltaNetModel(const Config& config, bool with_mask) {
  Builder b;
  const bool cached = config.steps.size() > 1;
  const GatedDeltaNet net = gatedDeltaNet(Weights(b, config, "w."), config);
  DeltaCache cache;
  if (cached) cache = deltaCache(b, config);
  std::optional<TensorRef> mask;
  if (with_mask) {
    mask = b.source({config.batch, config.steps[0]}, Dtype::Byte, {Fill::Kind::list, 0, {1}},
                    "in.mask");
  }
  for (size_t i = 0; i < config.steps.size(); ++i) {
    const auto scope = forwardScope(b, config, i);
    const TensorRef x = hiddenInput(b, config, i);
    const TensorRef y =
        forward(b, net, config, x, i == 0 ? mask : std::nullopt, cached ? &cache : nullptr);
    keepOutputs(b, "mid", i);
    b.keep(fmt::format("out.y{}", i), y);
    if (!cached) continue;
    b.keep(fmt::format("cache.conv{}", i), clone(b, cache.conv));
    b.keep(fmt::format("cache.state{}", i), clone(b, cache.state));
  }
  return b.finish();
}

Model attentionModel(const Config& config, bool with_allowed) {
  Builder b;
  const bool cached = config.steps.size() > 1;
  const Attention net = attention(Weights(b, config, "w."), config);
  KeyValueCache cache;
  int64_t past = 0;
  for (size_t i = 0; i < config.steps.size(); ++i) {
    const auto scope = forwardScope(b, config, i);
    const TensorRef x = hiddenInput(b, config, i);
    const Rotary tables = rotary(b, config, positionsInput(b, config, past, i));
    const int64_t tokens = config.steps[i];
    const TensorRef allowed =
        with_allowed ? b.source({config.batch, 1, tokens, past + tokens}, Dtype::Byte,
                                {Fill::Kind::list, 0, {1}}, fmt::format("in.allowed{}", i))
                     : causal(b, config, past, tokens, std::nullopt);
    const TensorRef mask = additiveMask(b, allowed, config.dtype);
    const TensorRef y = forward(b, net, config, x, tables, mask, cached ? &cache : nullptr);
    for (const auto& [name, id] : b.takeOutputs()) {
      const bool kept = name == "k" || name == "v";
      b.keep(fmt::format("{}.{}{}", kept ? "cache" : "mid", name, i), {id});
    }
    b.keep(fmt::format("out.y{}", i), y);
    past += config.steps[i];
  }
  return b.finish();
}

Model decoderLayerModel(const Config& config, bool full) {
  Builder b;
  Layer layer = makeLayer(b, config, Weights(b, config, "w."), full);
  const TensorRef x = hiddenInput(b, config, 0);
  const Rotary tables = rotary(b, config, positionsInput(b, config, 0, 0));
  const TensorRef allowed = causal(b, config, 0, config.steps[0], std::nullopt);
  const TensorRef mask = additiveMask(b, allowed, config.dtype);
  b.keep("out.y0", layerForward(b, config, layer, x, tables, mask, std::nullopt));
  return b.finish();
}

Model decoderModel(const Config& config, bool with_mask) {
  Builder b;
  const Fill ones{Fill::Kind::list, 0, {1}};
  const Weights weights(b, config, "w.model.");
  const TensorRef embedding =
      weights.uniform("embed_tokens.weight", {config.vocab, config.hidden}, 1.7, 0);
  std::vector<Layer> layers;
  layers.reserve(static_cast<size_t>(config.layers));
  for (int64_t l = 0; l < config.layers; ++l) {
    layers.push_back(
        makeLayer(b, config, weights.within(fmt::format("layers.{}.", l)), config.isFull(l)));
  }
  const TensorRef last_norm = weights.uniform("norm.weight", {config.hidden}, 0.5, 0);
  const TensorRef head =
      config.tied ? embedding
                  : Weights(b, config, "w.").matrix("lm_head.weight", config.vocab, config.hidden);
  std::optional<TensorRef> padding;
  if (with_mask) padding = b.source({config.batch, config.steps[0]}, Dtype::Byte, ones, "in.mask");
  const std::optional<TensorRef> first_padding = padding;
  int64_t past = 0;
  for (size_t i = 0; i < config.steps.size(); ++i) {
    const auto scope = forwardScope(b, config, i);
    const int64_t tokens = config.steps[i];
    if (padding && i > 0) {
      const TensorRef more = b.source({config.batch, tokens}, Dtype::Byte, ones);
      padding = cat(b, {*padding, more}, -1);
    }
    const TensorRef ids = b.source({config.batch, tokens}, Dtype::Long,
                                   {Fill::Kind::uniform,
                                    config.seed + i,
                                    {},
                                    (double(config.vocab) - 0.5) / 2,
                                    double(config.vocab) / 2},
                                   fmt::format("in.ids{}", i));
    const Rotary tables = rotary(b, config, positionsInput(b, config, past, i));
    const TensorRef mask = additiveMask(b, causal(b, config, past, tokens, padding), config.dtype);
    TensorRef x = b.replay("aten.embedding", {embedding, ids},
                           contiguousLayout({config.batch, tokens, config.hidden}, config.dtype));
    b.label("embedding");
    b.takeOutputs();
    for (int64_t l = 0; l < config.layers; ++l) {
      const auto layer = b.repeated("L", l, config.layers);
      if (i == 0) b.keep(fmt::format("mid.hidden{:02}", l), x);
      x = layerForward(b, config, layers[static_cast<size_t>(l)], x, tables, mask,
                       i == 0 ? first_padding : std::nullopt);
      b.takeOutputs();
    }
    const auto head_scope = b.plain("head");  // sorts after the layers
    x = rmsNorm(b, x, last_norm, config.eps);
    b.label("norm");
    if (i == 0) b.keep(fmt::format("mid.hidden{:02}", config.layers), x);
    const TensorRef logits = b.label("logits", linear(b, x, head));
    b.keep(fmt::format("out.logits{}", i), logits);
    past += tokens;
  }
  return b.finish();
}

}  // namespace viewfuzz::models
