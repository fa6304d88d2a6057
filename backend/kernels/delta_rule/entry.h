#pragma once
/// @file
/// What the dispatcher calls of the two operators, the same for the device, the host and the shapes
/// alone: it checks the call, makes the results, and hands both to the function that fills them.
#include <optional>
#include <tuple>

#include "backend/kernels/delta_rule/problem.h"

namespace npu::delta_rule {

/// A call that was checked, and its results.
struct Checked {
  const Arguments& arguments;
  const Problem& problem;
  std::int64_t chunk_size;        ///< 0: of the recurrent operator
  const at::Tensor& out;          ///< [B, S, Hv, Dv]
  const at::Tensor& final_state;  ///< [N, Hv, Dk, Dv]; undefined: nobody wants it
};

/// What `chunk_gated_delta_rule` does. `fill` is not called where there is nothing to fill.
template <void (*fill)(const Checked&)>
std::tuple<at::Tensor, at::Tensor> chunk_entry(
    const at::Tensor& q, const at::Tensor& k, const at::Tensor& v,
    const std::optional<at::Tensor>& g, const std::optional<at::Tensor>& beta,
    std::optional<double> scale, const std::optional<at::Tensor>& initial_state,
    bool output_final_state, bool l2norm, const std::optional<at::Tensor>& cu_seqlens,
    std::int64_t chunk_size) {
  const Arguments arguments{kChunkOp, q, k, v, g, beta, scale, initial_state, cu_seqlens, l2norm};
  const Problem problem = check(arguments);
  check_chunk_size(kChunkOp, chunk_size);
  const at::Tensor out = empty_output(arguments);
  const at::Tensor final_state = empty_final_state(arguments, problem, output_final_state);
  const at::Tensor nobody_wants_it;
  if (problem.value_dim > 0) {
    fill({arguments, problem, chunk_size, out, output_final_state ? final_state : nobody_wants_it});
  }
  return {out, final_state};
}

/// What `recurrent_gated_delta_rule` does. The state that it is given is the final one as well.
template <void (*fill)(const Checked&)>
at::Tensor recurrent_entry(const at::Tensor& q, const at::Tensor& k, const at::Tensor& v,
                           const std::optional<at::Tensor>& g,
                           const std::optional<at::Tensor>& beta, at::Tensor& state,
                           std::optional<double> scale, bool l2norm,
                           const std::optional<at::Tensor>& cu_seqlens) {
  const std::optional<at::Tensor> given = state;
  const Arguments arguments{kRecurrentOp, q, k, v, g, beta, scale, given, cu_seqlens, l2norm};
  const Problem problem = check(arguments);
  check_writable_state(arguments, state);
  const at::Tensor out = empty_output(arguments);
  if (problem.value_dim > 0) fill({arguments, problem, 0, out, state});
  return out;
}

}  // namespace npu::delta_rule
