// recurrent_gated_delta_rule on the device: token by token, for decoding.
#include <ATen/Parallel.h>
#include <torch/library.h>

#include <cmath>

#include "backend/kernels/delta_rule/entry.h"
#include "backend/kernels/delta_rule/inputs.h"
#include "backend/kernels/delta_rule/loops.h"
#include "backend/kernels/delta_rule/scratch.h"

namespace npu::delta_rule {
namespace {

// One head of one sequence, in scratch memory of its own: one a thread.
class RecurrentHead {
 public:
  RecurrentHead(const Problem& problem, const Inputs& inputs)
      : problem_(problem),
        inputs_(inputs),
        scratch_(2 * padded(problem.key_dim) + (3 + problem.key_dim) * padded(problem.value_dim)),
        key_(scratch_.row(problem.key_dim)),
        query_(scratch_.row(problem.key_dim)),
        value_(scratch_.row(problem.value_dim)),
        recalled_k_(scratch_.row(problem.value_dim)),
        recalled_q_(scratch_.row(problem.value_dim)),
        copy_(scratch_.matrix(problem.key_dim, problem.value_dim)) {}

  // A state with rows without gaps is worked on where it lies; another one is gathered and
  // scattered.
  void run(std::int64_t n, std::int64_t h, const at::Tensor& state, const Rows& state_rows,
           const Rows& out) {
    const Sequence& sequence = problem_.sequences[static_cast<std::size_t>(n)];
    if (sequence.begin == sequence.end) return;
    const bool in_place = state.stride(3) == 1 || problem_.value_dim == 1;
    const Matrix m = in_place
                         ? Matrix{reinterpret_cast<float*>(state_rows.at(n, h, 0)), state.stride(2)}
                         : copy_;
    if (!in_place)
      for (std::int64_t i = 0; i < problem_.key_dim; ++i)
        state_rows.read(n, h, i, problem_.value_dim, m.row(i));
    const ConstMatrix next{in_place ? m.data + problem_.key_dim * m.stride : m.data, m.stride};
    for (std::int64_t t = sequence.begin; t < sequence.end; ++t) {
      step(sequence.batch, t, h, m, next);
      out.write(sequence.batch, t, h, problem_.value_dim, recalled_q_);
    }
    if (!in_place)
      for (std::int64_t i = 0; i < problem_.key_dim; ++i)
        state_rows.write(n, h, i, problem_.value_dim, m.row(i));
  }

 private:
  // The state is read once for what k and q recall of it, and read and written once more while it
  // is near: the output of the new state is that of the old one plus what was written.
  void step(std::int64_t b, std::int64_t t, std::int64_t h, Matrix m, ConstMatrix next) {
    const std::int64_t rows = problem_.key_dim;
    const std::int64_t columns = problem_.value_dim;
    inputs_.key(b, t, h, key_);
    inputs_.query(b, t, h, query_);
    inputs_.value(b, t, h, value_);
    float g = 0;
    float beta = 0;
    inputs_.gates(b, t, h, 1, &g, &beta);
    const float decay = std::exp(g);
    recall(m, key_, query_, rows, columns, recalled_k_, recalled_q_, next);
    subtract_recalled(value_, recalled_k_, beta, decay, columns);
    add_written(recalled_q_, decay, value_, dot(key_, query_, rows), columns);
    decay_and_write(m, decay, key_, value_, rows, columns, next);
  }

  const Problem& problem_;
  const Inputs& inputs_;
  Scratch scratch_;
  float* key_;
  float* query_;
  float* value_;       // later what is written
  float* recalled_k_;  // M^T k
  float* recalled_q_;  // M^T q, later the output
  Matrix copy_;
};

void fill_token_by_token(const Checked& call) {
  if (call.out.numel() == 0) return;
  const Problem& problem = call.problem;
  const at::Tensor& state = call.final_state;
  const Inputs inputs(call.arguments, problem);
  const Rows out_rows(call.out);
  const Rows state_rows(state);
  const auto sequences = static_cast<std::int64_t>(problem.sequences.size());
  at::parallel_for(0, problem.value_heads * sequences, grain(problem),
                   [&](std::int64_t begin, std::int64_t end) {
                     RecurrentHead head(problem, inputs);
                     // Neighbours in memory one after the other.
                     for (std::int64_t item = begin; item < end; ++item)
                       head.run(item / problem.value_heads, item % problem.value_heads, state,
                                state_rows, out_rows);
                   });
}

TORCH_LIBRARY_IMPL(npu, PrivateUse1, m) {
  m.impl("recurrent_gated_delta_rule", TORCH_FN(recurrent_entry<fill_token_by_token>));
}

}  // namespace
}  // namespace npu::delta_rule
