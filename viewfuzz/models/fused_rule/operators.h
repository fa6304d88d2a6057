#pragma once
/// @file
/// The operators under test. They are called by name through the dispatcher, so the device of the
/// arguments decides which kernel runs.
#include <ATen/ATen.h>

namespace delta_rule {

/// The arguments that both operators share, with the shapes of docs/delta-rule.md. g and beta may
/// be undefined.
struct Inputs {
  at::Tensor q, k, v, g, beta;

  /// The inputs with f applied to every tensor that is defined.
  template <typename F>
  Inputs map(F f) const {
    const auto apply = [&](const at::Tensor& x) { return x.defined() ? f(x) : x; };
    return {apply(q), apply(k), apply(v), apply(g), apply(beta)};
  }
  Inputs to(at::Device device) const {
    return map([&](const at::Tensor& x) { return x.to(device); });
  }
  /// The inputs of the tokens [from, to).
  Inputs tokens(int64_t from, int64_t to) const {
    return map([&](const at::Tensor& x) { return x.slice(1, from, to); });
  }
};

struct Options {
  std::optional<double> scale = {};
  bool l2norm = true;
  at::Tensor cu_seqlens = {};  ///< may be undefined
  int64_t chunk = 64;
};

struct Result {
  at::Tensor o, state;
  Result to(at::Device device) const { return {o.to(device), state.to(device)}; }
};

/// Calls npu::chunk_gated_delta_rule, and asks for the final state. `initial` may be undefined.
Result chunked(const Inputs& inputs, const at::Tensor& initial, const Options& options);

/// Calls npu::recurrent_gated_delta_rule, which writes to the state.
at::Tensor recurrent(const Inputs& inputs, const at::Tensor& state, const Options& options);

}  // namespace delta_rule
