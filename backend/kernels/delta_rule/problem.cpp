#include "backend/kernels/delta_rule/problem.h"

#include <ATen/MemoryOverlap.h>
#include <ATen/ops/empty.h>

#include <algorithm>
#include <cmath>

#include "backend/runtime/address_space.h"

namespace npu::delta_rule {
namespace {

bool is_small_float(at::ScalarType dtype) {
  return dtype == at::kFloat || dtype == at::kBFloat16 || dtype == at::kHalf;
}

class Checker {
 public:
  explicit Checker(const Arguments& arguments) : arguments_(arguments) {}

  void sizes(const char* name, const at::Tensor& tensor, at::IntArrayRef expected) const {
    TORCH_CHECK(tensor.sizes().equals(expected), arguments_.op, ": ", name, " has sizes ",
                tensor.sizes(), ", expected ", expected, ".");
  }

  void rank(const char* name, const at::Tensor& tensor, std::int64_t expected,
            const char* dims) const {
    TORCH_CHECK(tensor.dim() == expected, arguments_.op, ": ", name, " has ", tensor.dim(),
                " dims, expected ", expected, ": ", dims, ".");
  }

  void small_float(const char* name, const at::Tensor& tensor) const {
    TORCH_CHECK(is_small_float(tensor.scalar_type()), arguments_.op, ": ", name, " is of ",
                tensor.scalar_type(), ", expected float32, bfloat16 or float16.");
    device(name, tensor);
  }

  void dtype(const char* name, const at::Tensor& tensor, at::ScalarType expected) const {
    TORCH_CHECK(tensor.scalar_type() == expected, arguments_.op, ": ", name, " is of ",
                tensor.scalar_type(), ", expected ", expected, ".");
    device(name, tensor);
  }

  void device(const char* name, const at::Tensor& tensor) const {
    TORCH_CHECK(tensor.device() == arguments_.q.device() && tensor.layout() == at::kStrided,
                arguments_.op, ": ", name, " is a ", tensor.layout(), " tensor on ",
                tensor.device(), ", expected a strided one on ", arguments_.q.device(),
                ", where q is.");
  }

 private:
  const Arguments& arguments_;
};

template <typename T>
void read_offsets(const at::Tensor& tensor, std::vector<std::int64_t>& offsets) {
  const T* const data = static_cast<const T*>(kernel_address(tensor.const_data_ptr()));
  for (std::int64_t i = 0; i < tensor.numel(); ++i) offsets.push_back(data[i * tensor.stride(0)]);
}

// The sequences that cu_seqlens cuts the tokens into.
std::vector<Sequence> packed(const Arguments& arguments, const at::Tensor& tensor,
                             std::int64_t tokens) {
  const char* const op = arguments.op;
  TORCH_CHECK(arguments.q.size(0) == 1, op, ": q has ", arguments.q.size(0),
              " rows, expected 1 when cu_seqlens cuts it into sequences.");
  TORCH_CHECK(tensor.dim() == 1 && tensor.numel() >= 1, op, ": cu_seqlens has sizes ",
              tensor.sizes(), ", expected [N + 1].");
  TORCH_CHECK(tensor.scalar_type() == at::kInt || tensor.scalar_type() == at::kLong, op,
              ": cu_seqlens is of ", tensor.scalar_type(), ", expected int32 or int64.");
  TORCH_CHECK(tensor.device() == arguments.q.device() || tensor.is_cpu(), op, ": cu_seqlens is on ",
              tensor.device(), ", expected cpu or ", arguments.q.device(), ", where q is.");
  const std::int64_t n = tensor.numel() - 1;
  // Without data only the number of sequences is known, and nobody will look at their bounds.
  if (arguments.q.is_meta()) return std::vector<Sequence>(static_cast<std::size_t>(n));

  std::vector<std::int64_t> offsets;
  if (tensor.scalar_type() == at::kInt) {
    read_offsets<std::int32_t>(tensor, offsets);
  } else {
    read_offsets<std::int64_t>(tensor, offsets);
  }
  TORCH_CHECK(offsets.front() == 0 && offsets.back() == tokens, op, ": cu_seqlens goes from ",
              offsets.front(), " to ", offsets.back(), ", expected from 0 to the ", tokens,
              " tokens of q.");
  std::vector<Sequence> sequences;
  for (std::size_t i = 1; i < offsets.size(); ++i) {
    TORCH_CHECK(offsets[i - 1] <= offsets[i], op, ": cu_seqlens falls from ", offsets[i - 1],
                " to ", offsets[i], " at index ", i, ", expected offsets that never fall.");
    sequences.push_back({0, offsets[i - 1], offsets[i]});
  }
  return sequences;
}

}  // namespace

Problem check(const Arguments& arguments) {
  const Checker checker(arguments);
  const at::Tensor& q = arguments.q;
  const at::Tensor& v = arguments.v;
  checker.small_float("q", q);
  checker.dtype("k", arguments.k, q.scalar_type());
  checker.dtype("v", v, q.scalar_type());
  checker.rank("q", q, 4, "[B, S, Hk, Dk]");
  checker.rank("v", v, 4, "[B, S, Hv, Dv]");
  checker.sizes("k", arguments.k, q.sizes());

  Problem problem{};
  problem.batch = q.size(0);
  problem.tokens = q.size(1);
  problem.key_heads = q.size(2);
  problem.key_dim = q.size(3);
  problem.value_heads = v.size(2);
  problem.value_dim = v.size(3);
  checker.sizes("v", v, {problem.batch, problem.tokens, problem.value_heads, problem.value_dim});
  TORCH_CHECK(problem.key_heads > 0 && problem.value_heads % problem.key_heads == 0, arguments.op,
              ": v has ", problem.value_heads, " heads, expected a multiple of the ",
              problem.key_heads, " heads of q and k, of which there must be one at least.");
  TORCH_CHECK(problem.key_dim > 0, arguments.op, ": q has a head dim of 0, expected 1 or more.");

  const auto gate = [&](const char* name, const std::optional<at::Tensor>& tensor) {
    if (!tensor) return;
    checker.small_float(name, *tensor);
    checker.sizes(name, *tensor, {problem.batch, problem.tokens, problem.value_heads});
  };
  gate("g", arguments.g);
  gate("beta", arguments.beta);

  problem.scale = arguments.scale.value_or(1 / std::sqrt(static_cast<double>(problem.key_dim)));
  problem.l2norm = arguments.l2norm;
  if (arguments.cu_seqlens) {
    problem.sequences = packed(arguments, *arguments.cu_seqlens, problem.tokens);
  } else {
    for (std::int64_t b = 0; b < problem.batch; ++b)
      problem.sequences.push_back({b, 0, problem.tokens});
  }
  if (arguments.state) {
    checker.dtype("the state", *arguments.state, at::kFloat);
    checker.sizes("the state", *arguments.state, problem.state_sizes());
  }
  return problem;
}

void check_writable_state(const Arguments& arguments, const at::Tensor& state) {
  at::assert_no_internal_overlap(state);
  for (const at::Tensor* input : {&arguments.q, &arguments.k, &arguments.v})
    at::assert_no_overlap(state, *input);
  for (const auto* input : {&arguments.g, &arguments.beta, &arguments.cu_seqlens})
    if (*input) at::assert_no_overlap(state, **input);
}

std::int64_t longest(const Problem& problem) {
  std::int64_t most = 0;
  for (const Sequence& sequence : problem.sequences)
    most = std::max(most, sequence.end - sequence.begin);
  return most;
}

std::int64_t grain(const Problem& problem) {
  constexpr std::int64_t kWorth = 1 << 16;  // multiply-adds
  const std::int64_t work = longest(problem) * problem.key_dim * problem.value_dim;
  return work >= kWorth ? 1 : kWorth / std::max<std::int64_t>(work, 1);
}

void check_chunk_size(const char* op, std::int64_t chunk_size) {
  TORCH_CHECK(1 <= chunk_size && chunk_size <= kMaxChunk, op, ": chunk_size is ", chunk_size,
              ", expected 1 to ", kMaxChunk, ".");
}

at::Tensor empty_output(const Arguments& arguments) {
  return at::empty(arguments.v.sizes(), arguments.q.options());
}

at::Tensor empty_final_state(const Arguments& arguments, const Problem& problem, bool wanted) {
  const at::TensorOptions options = arguments.q.options().dtype(at::kFloat);
  return wanted ? at::empty(problem.state_sizes(), options) : at::empty({0}, options);
}

}  // namespace npu::delta_rule
