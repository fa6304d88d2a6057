// The gated delta rule on the CPU: the recurrence as it is written down in problem.h, token by
// token in double precision, with plain ATen operators. Slow, and what the kernels of the device
// are measured against. Both operators are this one rule: chunks do not change what it says.
#include <ATen/ATen.h>
#include <ATen/core/LegacyTypeDispatch.h>
#include <torch/library.h>

#include "backend/kernels/delta_rule/entry.h"

namespace npu::delta_rule {
namespace {

at::Tensor normalised(const at::Tensor& x) {
  return x / (x.square().sum(-1, true) + kNormEpsilon).sqrt();
}

// Runs one sequence. m [Hv, Dk, Dv] is its state in double precision, brought up to date; the
// outputs go to their places in out.
void run(const Arguments& arguments, const Problem& problem, const Sequence& sequence,
         at::Tensor& m, const at::Tensor& out) {
  const auto tokens_of = [&](const at::Tensor& tensor) {
    return tensor.select(0, sequence.batch)
        .slice(0, sequence.begin, sequence.end)
        .to(at::kDouble);  // [S, heads, ...]
  };
  const auto vectors_of = [&](const at::Tensor& tensor) {
    const at::Tensor vectors = tokens_of(tensor);
    return (problem.l2norm ? normalised(vectors) : vectors)
        .repeat_interleave(problem.value_heads / problem.key_heads, 1);
  };
  const at::Tensor q = vectors_of(arguments.q) * problem.scale;
  const at::Tensor k = vectors_of(arguments.k);
  const at::Tensor v = tokens_of(arguments.v);
  const at::Tensor gates = v.new_zeros({v.size(0), problem.value_heads});
  const at::Tensor decay = (arguments.g ? tokens_of(*arguments.g) : gates).exp();
  const at::Tensor beta = arguments.beta ? tokens_of(*arguments.beta) : gates + 1;
  const at::Tensor outputs = out.select(0, sequence.batch);
  for (std::int64_t t = 0; t < v.size(0); ++t) {
    const std::int64_t place = sequence.begin + t;
    m = decay[t].view({-1, 1, 1}) * m;
    const at::Tensor recalled = (k[t].unsqueeze(-1) * m).sum(1);
    const at::Tensor written = beta[t].unsqueeze(-1) * (v[t] - recalled);
    m = m + k[t].unsqueeze(-1) * written.unsqueeze(1);
    outputs.select(0, place).copy_((q[t].unsqueeze(-1) * m).sum(1));
  }
}

// Runs all sequences; the states [N, Hv, Dk, Dv] they end with go to the final state.
void fill_in_double(const Checked& call) {
  const at::AutoDispatchBelowADInplaceOrView no_autograd;
  const Problem& problem = call.problem;
  for (std::size_t n = 0; n < problem.sequences.size(); ++n) {
    const auto index = static_cast<std::int64_t>(n);
    at::Tensor m = call.arguments.state
                       ? call.arguments.state->select(0, index).to(at::kDouble)
                       : at::zeros({problem.value_heads, problem.key_dim, problem.value_dim},
                                   call.out.options().dtype(at::kDouble));
    run(call.arguments, problem, problem.sequences[n], m, call.out);
    if (call.final_state.defined()) call.final_state.select(0, index).copy_(m);
  }
}

TORCH_LIBRARY_IMPL(npu, CPU, m) {
  m.impl("chunk_gated_delta_rule", TORCH_FN(chunk_entry<fill_in_double>));
  m.impl("recurrent_gated_delta_rule", TORCH_FN(recurrent_entry<fill_in_double>));
}

}  // namespace
}  // namespace npu::delta_rule
