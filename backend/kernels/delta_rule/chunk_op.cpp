// chunk_gated_delta_rule on the device.
#include <ATen/Parallel.h>
#include <torch/library.h>

#include "backend/kernels/delta_rule/chunk.h"
#include "backend/kernels/delta_rule/entry.h"

namespace npu::delta_rule {
namespace {

void fill_in_chunks(const Checked& call) {
  const Problem& problem = call.problem;
  const Inputs inputs(call.arguments, problem);
  const Rows out_rows(call.out);
  const std::optional<Rows> final_rows =
      call.final_state.defined() ? std::optional<Rows>(call.final_state) : std::nullopt;
  const std::optional<Rows> initial_rows =
      call.arguments.state ? std::optional<Rows>(*call.arguments.state) : std::nullopt;
  const auto sequences = static_cast<std::int64_t>(problem.sequences.size());
  const std::int64_t chunk = std::min(call.chunk_size, std::max<std::int64_t>(longest(problem), 1));
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
                       if (final_rows) head.finish(*final_rows, n, h);
                     }
                   });
}

TORCH_LIBRARY_IMPL(npu, PrivateUse1, m) {
  m.impl("chunk_gated_delta_rule", TORCH_FN(chunk_entry<fill_in_chunks>));
}

}  // namespace
}  // namespace npu::delta_rule
