#include "viewfuzz/models/fused_rule/operators.h"

#include <ATen/core/dispatch/Dispatcher.h>

namespace delta_rule {
namespace {

using Optional = std::optional<at::Tensor>;

Optional optional(const at::Tensor& tensor) {
  return tensor.defined() ? Optional(tensor) : std::nullopt;
}

template <typename Signature>
auto find(const char* name) {
  return c10::Dispatcher::singleton().findSchemaOrThrow(name, "").typed<Signature>();
}

}  // namespace

Result chunked(const Inputs& inputs, const at::Tensor& initial, const Options& options) {
  static const auto op = find<std::tuple<at::Tensor, at::Tensor>(
      const at::Tensor&, const at::Tensor&, const at::Tensor&, const Optional&, const Optional&,
      std::optional<double>, const Optional&, bool, bool, const Optional&, int64_t)>(
      "npu::chunk_gated_delta_rule");
  auto [o, state] = op.call(inputs.q, inputs.k, inputs.v, optional(inputs.g), optional(inputs.beta),
                            options.scale, optional(initial), true, options.l2norm,
                            optional(options.cu_seqlens), options.chunk);
  return {o, state};
}

at::Tensor recurrent(const Inputs& inputs, const at::Tensor& state, const Options& options) {
  static const auto op =
      find<at::Tensor(const at::Tensor&, const at::Tensor&, const at::Tensor&, const Optional&,
                      const Optional&, at::Tensor&, std::optional<double>, bool, const Optional&)>(
          "npu::recurrent_gated_delta_rule");
  at::Tensor changed = state;
  return op.call(inputs.q, inputs.k, inputs.v, optional(inputs.g), optional(inputs.beta), changed,
                 options.scale, options.l2norm, optional(options.cu_seqlens));
}

}  // namespace delta_rule
