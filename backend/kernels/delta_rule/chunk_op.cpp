// chunk_gated_delta_rule on the device.
#include <ATen/Parallel.h>
#include <torch/library.h>

#include "backend/kernels/delta_rule/chunk.h"

namespace npu::delta_rule {
namespace {

using OptionalTensor = std::optional<at::Tensor>;

std::tuple<at::Tensor, at::Tensor> chunk_gated_delta_rule(
    const at::Tensor& q, const at::Tensor& k, const at::Tensor& v, const OptionalTensor& g,
    const OptionalTensor& beta, std::optional<double> scale, const OptionalTensor& initial_state,
    bool output_final_state, bool l2norm, const OptionalTensor& cu_seqlens,
    std::int64_t chunk_size) {
  const Arguments arguments{kChunkOp, q, k, v, g, beta, scale, initial_state, cu_seqlens, l2norm};
  const Problem problem = check(arguments);
  check_chunk_size(kChunkOp, chunk_size);
  const at::Tensor out = empty_output(arguments);
  const at::Tensor final_state = empty_final_state(arguments, problem, output_final_state);
  if (problem.value_dim == 0) return {out, final_state};

  const Inputs inputs(arguments, problem);
  const Rows out_rows(out);
  const Rows final_rows(final_state);
  const std::optional<Rows> initial_rows =
      initial_state ? std::optional<Rows>(*initial_state) : std::nullopt;
  const auto sequences = static_cast<std::int64_t>(problem.sequences.size());
  const std::int64_t chunk = std::min(chunk_size, std::max<std::int64_t>(longest(problem), 1));
  // All sequences of a head, then the next head: threads that share the heads evenly share the
  // tokens evenly, too.
  at::parallel_for(0, problem.value_heads * sequences, grain(problem),
                   [&](std::int64_t begin, std::int64_t end) {
                     ChunkedHead head(problem, inputs, chunk);
                     for (std::int64_t item = begin; item < end; ++item) {
                       const std::int64_t h = item / sequences;
                       const std::int64_t n = item % sequences;
                       head.start(initial_rows ? &*initial_rows : nullptr, n, h);
                       head.run(problem.sequences[static_cast<std::size_t>(n)], h, out_rows);
                       if (output_final_state) head.finish(final_rows, n, h);
                     }
                   });
  return {out, final_state};
}

TORCH_LIBRARY_IMPL(npu, PrivateUse1, m) {
  m.impl("chunk_gated_delta_rule", TORCH_FN(chunk_gated_delta_rule));
}

}  // namespace
}  // namespace npu::delta_rule
