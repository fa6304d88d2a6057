// The operators of the gated delta rule by name, and their shapes alone.
#include <ATen/ops/empty.h>
#include <torch/library.h>

#include "backend/kernels/delta_rule/problem.h"

namespace npu::delta_rule {
namespace {

TORCH_LIBRARY_FRAGMENT(npu, m) {
  // The output [B, S, Hv, Dv] and the final state [N, Hv, Dk, Dv], or [0] when it is not asked for.
  m.def(
      "chunk_gated_delta_rule(Tensor q, Tensor k, Tensor v, Tensor? g, Tensor? beta, *, "
      "float? scale=None, Tensor? initial_state=None, bool output_final_state=False, "
      "bool use_qk_l2norm_in_kernel=False, Tensor? cu_seqlens=None, int chunk_size=64) "
      "-> (Tensor, Tensor)");
  // The state is brought up to date in place.
  m.def(
      "recurrent_gated_delta_rule(Tensor q, Tensor k, Tensor v, Tensor? g, Tensor? beta, "
      "Tensor(a!) state, *, float? scale=None, bool use_qk_l2norm_in_kernel=False, "
      "Tensor? cu_seqlens=None) -> Tensor");
}

using OptionalTensor = std::optional<at::Tensor>;

std::tuple<at::Tensor, at::Tensor> chunk_shapes(
    const at::Tensor& q, const at::Tensor& k, const at::Tensor& v, const OptionalTensor& g,
    const OptionalTensor& beta, std::optional<double> scale, const OptionalTensor& initial_state,
    bool output_final_state, bool l2norm, const OptionalTensor& cu_seqlens,
    std::int64_t chunk_size) {
  const Arguments arguments{kChunkOp, q, k, v, g, beta, scale, initial_state, cu_seqlens, l2norm};
  const Problem problem = check(arguments);
  check_chunk_size(kChunkOp, chunk_size);
  return {empty_output(arguments), empty_final_state(arguments, problem, output_final_state)};
}

at::Tensor recurrent_shapes(const at::Tensor& q, const at::Tensor& k, const at::Tensor& v,
                            const OptionalTensor& g, const OptionalTensor& beta, at::Tensor& state,
                            std::optional<double> scale, bool l2norm,
                            const OptionalTensor& cu_seqlens) {
  const OptionalTensor old_state = state;
  const Arguments arguments{kRecurrentOp, q, k, v, g, beta, scale, old_state, cu_seqlens, l2norm};
  check(arguments);
  check_writable_state(arguments, state);
  return empty_output(arguments);
}

TORCH_LIBRARY_IMPL(npu, Meta, m) {
  m.impl("chunk_gated_delta_rule", TORCH_FN(chunk_shapes));
  m.impl("recurrent_gated_delta_rule", TORCH_FN(recurrent_shapes));
}

}  // namespace
}  // namespace npu::delta_rule
