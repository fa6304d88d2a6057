#pragma once

#include <optional>
#include <string>

#include "viewfuzz/models/builder.h"
#include "viewfuzz/models/config.h"

namespace viewfuzz::models {

// Small parts that several subgraphs share.

/// Makes the parameters of one module as sources. The label of a source is `prefix` and the name
/// that the parameter has in checkpoints. The values are fractions of a plausible size.
class Weights {
 public:
  Weights(Builder& builder, const Config& config, std::string prefix)
      : builder_(builder), config_(config), prefix_(std::move(prefix)) {}

  Weights within(const std::string& module) const { return {builder_, config_, prefix_ + module}; }
  /// A matrix [out, in], scaled so that a product with it is about as large as its input.
  TensorRef matrix(const std::string& name, int64_t out, int64_t in) const;
  TensorRef uniform(const std::string& name, Dims sizes, double scale, double offset) const;

 private:
  Builder& builder_;
  const Config& config_;
  std::string prefix_;
};

/// cast(x / sqrt(mean(x^2) + eps) * (1 + weight)), computed in float32.
TensorRef rmsNorm(Builder& b, TensorRef x, TensorRef weight, double eps);

/// weight * cast(x / sqrt(mean(x^2) + eps)), then * silu(gate) in float32, then cast: the norm
/// comes first, the gate after it.
TensorRef gatedRmsNorm(Builder& b, TensorRef x, TensorRef gate, TensorRef weight, double eps);

/// down(silu(gate(x)) * up(x)).
struct Mlp {
  TensorRef gate, up, down;
};
Mlp mlp(const Weights& weights, const Config& config);
TensorRef forward(Builder& b, const Mlp& mlp, TensorRef x);

}  // namespace viewfuzz::models
