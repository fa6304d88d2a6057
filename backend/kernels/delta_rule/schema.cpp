// The operators of the gated delta rule by name, and their shapes alone.
#include <torch/library.h>

#include "backend/kernels/delta_rule/entry.h"

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

/// On `meta` there is nothing to fill.
void fill_nothing(const Checked& /*call*/) {}

TORCH_LIBRARY_IMPL(npu, Meta, m) {
  m.impl("chunk_gated_delta_rule", TORCH_FN(chunk_entry<fill_nothing>));
  m.impl("recurrent_gated_delta_rule", TORCH_FN(recurrent_entry<fill_nothing>));
}

}  // namespace
}  // namespace npu::delta_rule
