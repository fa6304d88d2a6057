#include "viewfuzz/models/random.h"

#include <array>
#include <numeric>

namespace viewfuzz::models {
namespace {

template <typename T, size_t N>
T oneOf(const std::array<T, N>& values, Choices& choices) {
  return values[static_cast<size_t>(choices.below(N))];
}

/// A number of tokens, chosen relative to the size of a chunk.
int64_t randomTokens(int64_t chunk, Choices& choices) {
  switch (choices.below(6)) {
    case 0:
      return 1;
    case 1:
      return choices.between(1, chunk);
    case 2:
      return chunk;
    case 3:
      return chunk + 1;
    case 4:
      return 2 * chunk;
    default:
      return choices.between(1, 3 * chunk);
  }
}

Fill randomFill(double scale, double offset, Choices& choices) {
  return {Fill::Kind::uniform, choices.below(1U << 20U), {}, scale, offset};
}

/// A fresh tensor, one whose dims lie in another order, or one with gaps around it.
Source randomlyLaid(Dims sizes, Dtype dtype, Fill fill, Choices& choices) {
  Source source;
  source.fill = std::move(fill);
  Layout& layout = source.layout;
  layout.dtype = dtype;
  layout.sizes = sizes;
  layout.strides = contiguousStrides(sizes);
  std::vector<size_t> order(sizes.size());
  std::iota(order.begin(), order.end(), size_t{0});
  if (choices.oneIn(3)) {
    choices.swapTwo(order);
    choices.swapTwo(order);
  }
  const int64_t gap = choices.oneIn(4) ? choices.between(1, 2) : 1;
  int64_t stride = gap;
  for (size_t i = order.size(); i-- > 0;) {
    layout.strides[order[i]] = stride;
    stride *= std::max<int64_t>(sizes[order[i]], 1);
  }
  if (choices.oneIn(4)) layout.offset = choices.between(1, 5);
  source.storage_numel = elementsNeeded(layout);
  if (choices.oneIn(4)) source.storage_numel += choices.between(1, 5);
  return source;
}

Fill randomDecay(Choices& choices) {
  // The decays lie between minus twice the scale and 0.
  const double scale = oneOf<double, 5>({0.005, 0.05, 0.5, 2, 60}, choices);
  if (choices.oneIn(6)) return {Fill::Kind::zeros, 0, {}};
  return randomFill(scale, -scale, choices);
}

Fill randomStrength(Choices& choices) {
  switch (choices.below(5)) {
    case 0:
      return {Fill::Kind::list, 0, {1}};
    case 1:
      return {Fill::Kind::zeros, 0, {}};
    case 2:
      return randomFill(0.5, 0.5, choices);
    default:
      return randomFill(0.05, 0.95, choices);
  }
}

/// The tokens of one forward, or of several where each continues the one before.
std::vector<int64_t> randomSteps(int64_t first, Choices& choices) {
  std::vector<int64_t> steps = {first};
  if (!choices.oneIn(2)) return steps;
  const int64_t more = choices.between(1, 3);
  for (int64_t i = 0; i < more; ++i) steps.push_back(choices.oneIn(4) ? choices.between(2, 5) : 1);
  return steps;
}

}  // namespace

Config randomConfig(Choices& choices) {
  Config config;
  config.hidden = choices.between(2, 12);
  config.intermediate = choices.between(1, 12);
  config.full_every = choices.between(1, 3);
  config.layers = choices.between(1, 3);
  config.vocab = choices.between(2, 20);
  config.tied = choices.oneIn(2);
  config.kv_heads = choices.between(1, 2);
  config.heads = config.kv_heads * choices.between(1, 3);
  config.rotary = 2 * choices.between(1, 4);
  config.head_dim = config.rotary + (choices.oneIn(3) ? 0 : choices.between(1, 6));
  const int64_t height = choices.between(0, config.rotary / 2);
  const int64_t width = choices.between(0, config.rotary / 2);
  config.sections = {config.rotary / 2, height, width};
  config.key_heads = choices.between(1, 3);
  config.value_heads = config.key_heads * choices.between(1, 4);
  config.key_dim = choices.between(1, 8);
  config.value_dim = choices.oneIn(3) ? config.key_dim : choices.between(1, 8);
  config.conv = choices.between(1, 5);
  config.chunk = oneOf<int64_t, 7>({1, 2, 3, 4, 5, 8, 16}, choices);
  config.form = oneOf<Form, 4>({Form::rows, Form::rows, Form::solve, Form::recurrent}, choices);
  config.dtype =
      oneOf<Dtype, 4>({Dtype::Float, Dtype::Float, Dtype::BFloat16, Dtype::Half}, choices);
  config.batch = choices.between(1, 3);
  config.steps = {randomTokens(config.chunk, choices)};
  config.seed = choices.below(1U << 20U);
  return config;
}

RuleInputs randomRuleInputs(const Config& config, Choices& choices) {
  const int64_t batch = config.batch;
  const int64_t tokens = config.steps.front();
  // Keys that are all positive point in similar directions.
  const double common = oneOf<double, 3>({0, 1, 3}, choices);
  const auto laid = [&](Dims sizes, Dtype dtype, Fill fill) {
    return randomlyLaid(std::move(sizes), dtype, std::move(fill), choices);
  };
  RuleInputs inputs;
  const Dims keys = {batch, tokens, config.key_heads, config.key_dim};
  const Dims values = {batch, tokens, config.value_heads, config.value_dim};
  const Dims gates = {batch, tokens, config.value_heads};
  inputs.q = laid(keys, config.dtype, randomFill(1, common, choices));
  inputs.k = laid(keys, config.dtype, randomFill(1, common, choices));
  inputs.v = laid(values, config.dtype, randomFill(1, 0, choices));
  inputs.g = laid(gates, Dtype::Float, randomDecay(choices));
  inputs.beta = laid(gates, config.dtype, randomStrength(choices));
  if (choices.oneIn(2)) {
    inputs.state = laid({batch, config.value_heads, config.key_dim, config.value_dim}, Dtype::Float,
                        randomFill(1, 0, choices));
  }
  return inputs;
}

Program randomModel(Choices& choices) {
  Config config = randomConfig(choices);
  const auto kind = choices.below(8);
  if (kind < 4) {
    const RuleInputs inputs = randomRuleInputs(config, choices);
    const bool l2norm = !choices.oneIn(4);
    return ruleModel(inputs, config.form, config.chunk, l2norm).program;
  }
  config.steps = randomSteps(config.steps.front(), choices);
  const bool masked = choices.oneIn(4);
  switch (kind) {
    case 4:
    case 5:
      return gatedDeltaNetModel(config, masked).program;
    case 6:
      return attentionModel(config, masked).program;
    default:
      return decoderModel(config, masked).program;
  }
}

}  // namespace viewfuzz::models
