// The layouts of the tensors do not change the result, and only the state is written.
#include <ATen/Parallel.h>

#include "properties/check.h"
#include "properties/delta_rule/arbitrary_case.h"
#include "viewfuzz/models/fused_rule/devices.h"

namespace delta_rule {
namespace {

std::vector<at::Tensor> copies(const Inputs& x) {
  std::vector<at::Tensor> all;
  for (const at::Tensor& tensor : {x.q, x.k, x.v, x.g, x.beta})
    if (tensor.defined()) all.push_back(copyOn(at::kCPU, tensor));
  return all;
}

bool unchanged(const std::vector<at::Tensor>& before, const Inputs& x) {
  const std::vector<at::Tensor> after = copies(x);
  for (size_t i = 0; i < before.size(); ++i)
    if (!sameBits(before[i], after[i])) return false;
  return true;
}

}  // namespace

VIEWFUZZ_PROPERTY(DeltaRuleMemory, stridesDoNotMatter, const Case& c, uint64_t order) {
  const Tensors x = tensors(c);
  const Inputs dense = x.inputs.to(npu());
  const Inputs strided =
      x.inputs.map([&](const at::Tensor& y) { return laidOut(y, order, npu()); });
  const at::Tensor initial = x.initial.defined() ? laidOut(x.initial, order, npu()) : at::Tensor();
  const Result a = chunked(dense, on(npu(), x.initial), c.options());
  const Result b = chunked(strided, initial, c.options());
  RC_ASSERT(sameBits(a.o, b.o) && sameBits(a.state, b.state));
  const at::Tensor state = startOf(c, x).to(npu());
  const at::Tensor scattered = laidOut(startOf(c, x), order, npu());
  RC_ASSERT(
      sameBits(recurrent(dense, state, c.options()), recurrent(strided, scattered, c.options())));
  RC_ASSERT(sameBits(state, scattered));
}

VIEWFUZZ_PROPERTY(DeltaRuleMemory, inputsAreNeverWritten, const Case& c) {
  const Tensors x = tensors(c);
  for (const at::Device device : devices()) {
    const Inputs inputs = x.inputs.to(device);
    const at::Tensor initial = on(device, x.initial);
    const at::Tensor start = initial.defined() ? copyOn(at::kCPU, initial) : at::Tensor();
    const auto before = copies(inputs);
    chunked(inputs, initial, c.options());
    recurrent(inputs, startOf(c, x).to(device), c.options());
    RC_ASSERT(unchanged(before, inputs));
    if (initial.defined()) RC_ASSERT(sameBits(initial, start));
  }
}

// The states lie in a pool, transposed, between other states.
VIEWFUZZ_PROPERTY(DeltaRuleMemory, onlyTheStateOfThePoolChanges, const Case& c, bool values_first) {
  const Tensors x = tensors(c);
  const at::Tensor start = startOf(c, x);
  for (const at::Device device : devices()) {
    const at::Tensor expected = copyOn(device, start);
    const at::Tensor o = recurrent(x.inputs.to(device), expected, c.options());
    std::vector<int64_t> sizes = start.sizes().vec();
    if (values_first) std::swap(sizes[2], sizes[3]);
    for (int64_t& size : sizes) size += 2;
    const at::Tensor pool = at::full(sizes, 77.0).to(device);
    at::Tensor state = pool;
    for (int64_t d = 0; d < 4; ++d) state = state.slice(d, 1, sizes[static_cast<size_t>(d)] - 1);
    if (values_first) state = state.transpose(2, 3);
    state.copy_(start.to(device));
    const at::Tensor from_view = recurrent(x.inputs.to(device), state, c.options());
    RC_ASSERT(sameBits(from_view, o) && sameBits(state, expected));
    state.fill_(77);
    RC_ASSERT(pool.cpu().eq(77).all().item<bool>());
  }
}

VIEWFUZZ_PROPERTY(DeltaRuleMemory, threadsDoNotMatter, const Case& c) {
  const Tensors x = tensors(c);
  const Inputs inputs = x.inputs.to(npu());
  const int threads = at::get_num_threads();
  const auto run = [&](int count) {
    at::set_num_threads(count);
    const Result result = chunked(inputs, on(npu(), x.initial), c.options());
    at::set_num_threads(threads);
    return result;
  };
  const Result one = run(1);
  const Result three = run(3);
  RC_ASSERT(sameBits(one.o, three.o) && sameBits(one.state, three.state));
}

}  // namespace delta_rule
