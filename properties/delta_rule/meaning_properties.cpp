// What the rule is for: a memory that stores values by keys, overwrites them and forgets.
#include <ATen/ops/linalg_qr.h>

#include "properties/check.h"
#include "properties/delta_rule/arbitrary_case.h"
#include "viewfuzz/models/fused_rule/devices.h"
#include "viewfuzz/models/fused_rule/recurrence.h"

namespace delta_rule {
namespace {

// The tokens of one head. The rows of k are keys, v the values that they write, and q the queries.
Inputs told(const at::Tensor& k, const at::Tensor& v, const at::Tensor& q) {
  const auto head = [](const at::Tensor& x) { return x.unsqueeze(0).unsqueeze(2); };
  return {head(q), head(k), head(v), at::Tensor(), at::Tensor()};
}

at::Tensor normal(at::IntArrayRef sizes, uint64_t seed) {
  at::Generator generator = at::detail::createCPUGenerator(seed);
  return at::randn(sizes, generator, at::TensorOptions());
}

bool isClose(const at::Tensor& a, const at::Tensor& b) {
  return at::allclose(a.cpu(), b.cpu(), 1e-4, 1e-4);
}

Options plain() { return {.scale = 1, .l2norm = false}; }

}  // namespace

VIEWFUZZ_PROPERTY(DeltaRuleMeaning, orthonormalKeysRecallEveryPair, uint64_t seed) {
  const int64_t n = 1 + static_cast<int64_t>(seed % 90);
  const at::Tensor k = std::get<0>(at::linalg_qr(normal({n, n}, seed)));
  const at::Tensor v = normal({n, 5}, seed + 1);
  for (const at::Device device : devices()) {
    const at::Tensor state = chunked(told(k, v, k).to(device), {}, plain()).state;
    RC_ASSERT(isClose(at::matmul(k, state.cpu()[0][0]), v));
  }
}

VIEWFUZZ_PROPERTY(DeltaRuleMeaning, theLastValueOfAKeyWins, uint64_t seed, uint64_t other) {
  const int64_t n = 2 + static_cast<int64_t>(seed % 150);
  const at::Tensor v = normal({n, 3}, seed);
  const at::Tensor k = normal({1, 7}, other);
  const at::Tensor same = (k / k.norm()).expand({n, 7});
  for (const at::Device device : devices())
    RC_ASSERT(
        isClose(chunked(told(same, v, same).to(device), {}, plain()).o.cpu()[0].select(1, 0), v));
}

VIEWFUZZ_PROPERTY(DeltaRuleMeaning, aGateOfMinusInfinityLeavesTheTokenAlone, Case c) {
  c.beta = Beta::any;
  Tensors x = tensors(c);
  x.inputs.g = at::full({c.batch, c.tokens(), c.value_heads()}, -INFINITY);
  for (const at::Device device : devices()) {
    const Result all = chunked(x.inputs.to(device), on(device, x.initial), c.options());
    RC_ASSERT(all.o.isfinite().all().item<bool>());
    for (int64_t t = 0; t < c.tokens(); ++t) {
      const Inputs token = x.inputs.tokens(t, t + 1);
      const Truth truth = recurrence(token, {}, c.options());
      const at::Tensor o = all.o.slice(1, t, t + 1);
      RC_ASSERT(error({o, truth.state}, truth) <= 1);
    }
  }
}

VIEWFUZZ_PROPERTY(DeltaRuleMeaning, withoutWritesTheStateFadesByItsGates, Case c) {
  c.with_state = true;
  c.decay = Decay::weak;
  Tensors x = tensors(c);
  x.inputs.g.fill_(-0.125);
  x.inputs.beta = at::zeros_like(x.inputs.g);
  const at::Tensor faded = x.initial * std::exp(-0.125 * static_cast<double>(c.tokens()));
  for (const at::Device device : devices())
    RC_ASSERT(
        isClose(chunked(x.inputs.to(device), on(device, x.initial), c.options()).state, faded));
}

VIEWFUZZ_PROPERTY(DeltaRuleMeaning, zerosStayZeros, Case c) {
  const Tensors x = tensors(c);
  const Inputs nothing = {at::zeros_like(x.inputs.q), at::zeros_like(x.inputs.k), x.inputs.v,
                          x.inputs.g, x.inputs.beta};
  for (const at::Device device : devices())
    RC_ASSERT(chunked(nothing.to(device), {}, c.options()).o.eq(0).all().item<bool>());
}

}  // namespace delta_rule
