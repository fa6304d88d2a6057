#include "viewfuzz/models/blocks.h"

#include <cmath>

#include "viewfuzz/models/calls.h"

namespace viewfuzz::models {
namespace {

/// A seed for each label: the hash FNV-1a.
uint64_t seedOf(uint64_t seed, const std::string& label) {
  uint64_t hash = 0xcbf29ce484222325U ^ seed;
  for (const char c : label) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3U;
  return hash >> 1U;  // the text of a program allows seeds of 63 bits
}

/// x / sqrt(mean(x^2) + eps), computed and returned in float32.
TensorRef normalized(Builder& b, TensorRef x, double eps) {
  const TensorRef wide = to(b, x, Dtype::Float);
  const TensorRef variance = mean(b, mul(b, wide, wide), -1);
  return mul(b, wide, unary(b, "aten.rsqrt", plus(b, variance, eps)));
}

}  // namespace

TensorRef Weights::matrix(const std::string& name, int64_t out, int64_t in) const {
  return uniform(name, {out, in}, std::sqrt(3.0 / static_cast<double>(in)), 0);
}

TensorRef Weights::uniform(const std::string& name, Dims sizes, double scale, double offset) const {
  const std::string label = prefix_ + name;
  return builder_.source(std::move(sizes), config_.dtype,
                         {Fill::Kind::uniform, seedOf(config_.seed, label), {}, scale, offset},
                         label);
}

TensorRef rmsNorm(Builder& b, TensorRef x, TensorRef weight, double eps) {
  const TensorRef unit = normalized(b, x, eps);
  const TensorRef scale = plus(b, to(b, weight, Dtype::Float), 1);
  return to(b, mul(b, unit, scale), b.dtype(x));
}

TensorRef gatedRmsNorm(Builder& b, TensorRef x, TensorRef gate, TensorRef weight, double eps) {
  const TensorRef scaled = mul(b, weight, to(b, normalized(b, x, eps), b.dtype(x)));
  const TensorRef open = unary(b, "aten.silu", to(b, gate, Dtype::Float));
  return to(b, mul(b, scaled, open), b.dtype(x));
}

Mlp mlp(const Weights& weights, const Config& config) {
  Mlp mlp{};
  mlp.gate = weights.matrix("gate_proj.weight", config.intermediate, config.hidden);
  mlp.up = weights.matrix("up_proj.weight", config.intermediate, config.hidden);
  mlp.down = weights.matrix("down_proj.weight", config.hidden, config.intermediate);
  return mlp;
}

TensorRef forward(Builder& b, const Mlp& mlp, TensorRef x) {
  const auto scope = b.part("mlp");
  const TensorRef gate = b.label("gate", unary(b, "aten.silu", linear(b, x, mlp.gate)));
  const TensorRef up = b.label("up", linear(b, x, mlp.up));
  return b.label("out", linear(b, mul(b, gate, up), mlp.down));
}

}  // namespace viewfuzz::models
