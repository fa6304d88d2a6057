#pragma once

#include <optional>
#include <string>

#include "viewfuzz/models/builder.h"
#include "viewfuzz/models/config.h"

namespace viewfuzz::models {

// Small parts that several subgraphs share.

/// Makes the parameters of one module as sources, labelled with the names that checkpoints have
/// behind `prefix`, filled with plausible fractions.
class Weights {
 public:
  Weights(Builder& builder, const Config& config, std::string prefix)
      : builder_(builder), config_(config), prefix_(std::move(prefix)) {}

  Weights within(const std::string& module) const { return {builder_, config_, prefix_ + module}; }
  /// [out, in], scaled so that the result of a product is about as large as its input.
  TensorRef matrix(const std::string& name, int64_t out, int64_t in) const;
  TensorRef uniform(const std::string& name, Dims sizes, double scale, double offset) const;

 private:
  Builder& builder_;
  const Config& config_;
  std::string prefix_;
};

/// cast(x / sqrt(mean(x^2) + eps) * (1 + weight)), within in float32.
TensorRef rmsNorm(Builder& b, TensorRef x, TensorRef weight, double eps);

/// weight * cast(x / sqrt(mean(x^2) + eps)), then * silu(gate) in float32, cast: norm first, gate
/// after.
TensorRef gatedRmsNorm(Builder& b, TensorRef x, TensorRef gate, TensorRef weight, double eps);

/// down(silu(gate(x)) * up(x)).
struct Mlp {
  TensorRef gate, up, down;
};
Mlp mlp(const Weights& weights, const Config& config);
TensorRef forward(Builder& b, const Mlp& mlp, TensorRef x);

}  // namespace viewfuzz::models
