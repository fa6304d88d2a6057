// What the operators compute.
#include "properties/check.h"
#include "properties/delta_rule/arbitrary_case.h"
#include "viewfuzz/models/fused_rule/devices.h"
#include "viewfuzz/models/fused_rule/recurrence.h"

namespace delta_rule {

VIEWFUZZ_PROPERTY(DeltaRule, chunksOfAnyLengthGiveTheRecurrence, const Case& c) {
  const Tensors x = tensors(c);
  const Truth truth = recurrence(x.inputs, x.initial, c.options());
  for (const at::Device device : devices()) {
    const Result result = chunked(x.inputs.to(device), on(device, x.initial), c.options());
    RC_ASSERT(result.o.scalar_type() == c.dtype);
    RC_ASSERT(result.state.scalar_type() == at::kFloat);
    RC_ASSERT(error(result, truth) <= 1);
  }
}

VIEWFUZZ_PROPERTY(DeltaRule, tokenByTokenGivesTheRecurrence, const Case& c) {
  const Tensors x = tensors(c);
  const Truth truth = recurrence(x.inputs, x.initial, c.options());
  for (const at::Device device : devices()) {
    const at::Tensor state = startOf(c, x).to(device);
    const at::Tensor o = recurrent(x.inputs.to(device), state, c.options());
    RC_ASSERT(error({o, state}, truth) <= 1);
  }
}

VIEWFUZZ_PROPERTY(DeltaRule, scaleIsThatOfTheOutputs, const Case& c) {
  const Tensors x = tensors(c);
  Options options = c.options();
  options.scale = -0.75;
  const Truth truth = recurrence(x.inputs, x.initial, options);
  for (const at::Device device : devices())
    RC_ASSERT(error(chunked(x.inputs.to(device), on(device, x.initial), options), truth) <= 1);
}

VIEWFUZZ_PROPERTY(DeltaRule, isLinearInValuesAndStateTogether, Case c) {
  c.dtype = at::kFloat;
  c.with_state = true;
  const Tensors x = tensors(c);
  ++c.seed;
  Tensors y = tensors(c);
  const Inputs with_other = {x.inputs.q, x.inputs.k, y.inputs.v, x.inputs.g, x.inputs.beta};
  const Inputs with_sum = {x.inputs.q, x.inputs.k, x.inputs.v + 2 * y.inputs.v, x.inputs.g,
                           x.inputs.beta};
  const at::Tensor sum = x.initial + 2 * y.initial;
  Truth truth = recurrence(with_sum, sum, c.options());
  // The bound is that of the parts, which may be larger than their sum. The second part counts
  // twice.
  for (const Truth& part : {recurrence(x.inputs, x.initial, c.options()),
                            recurrence(with_other, y.initial, c.options())})
    truth.state_size += 2 * part.state_size;
  for (const at::Device device : devices()) {
    const auto run = [&](const Inputs& inputs, const at::Tensor& initial) {
      return chunked(inputs.to(device), initial.to(device), c.options());
    };
    const Result a = run(x.inputs, x.initial);
    const Result b = run(with_other, y.initial);
    const Result parts = {a.o + 2 * b.o, a.state + 2 * b.state};
    RC_ASSERT(difference(run(with_sum, sum), parts, truth) <= 1);
  }
}

VIEWFUZZ_PROPERTY(DeltaRule, isLinearInTheQueriesWithoutTheNorm, Case c) {
  c.dtype = at::kFloat;
  c.l2norm = false;
  const Tensors x = tensors(c);
  Inputs halved = x.inputs;
  halved.q = x.inputs.q * -0.5;  // exact
  for (const at::Device device : devices()) {
    const at::Tensor initial = on(device, x.initial);
    const Result whole = chunked(x.inputs.to(device), initial, c.options());
    const Result half = chunked(halved.to(device), initial, c.options());
    RC_ASSERT(sameBits(half.state, whole.state));
    const Truth truth = recurrence(x.inputs, x.initial, c.options());
    RC_ASSERT(difference({half.o * -2, half.state}, whole, truth) <= 1);
  }
}

// For long vectors, the 1e-6 under the root changes less than rounding does.
VIEWFUZZ_PROPERTY(DeltaRule, theNormTakesTheLengthOfKeysAndQueriesAway, Case c) {
  c.dtype = at::kFloat;
  c.l2norm = true;
  Tensors x = tensors(c);
  x.inputs.q = x.inputs.q * 64 + x.inputs.q.sgn() * 16;
  x.inputs.k = x.inputs.k * 64 + x.inputs.k.sgn() * 16;
  Inputs longer = x.inputs;
  longer.q = x.inputs.q * 4;
  longer.k = x.inputs.k * 16;
  const Truth truth = recurrence(x.inputs, x.initial, c.options());
  for (const at::Device device : devices()) {
    const at::Tensor initial = on(device, x.initial);
    RC_ASSERT(difference(chunked(x.inputs.to(device), initial, c.options()),
                         chunked(longer.to(device), initial, c.options()), truth) <= 1);
  }
}

VIEWFUZZ_PROPERTY(DeltaRule, noGateIsAGateOfZeroAndNoBetaIsOne, Case c) {
  c.decay = Decay::zero;
  c.beta = Beta::none;
  const Tensors x = tensors(c);
  Inputs none = x.inputs;
  none.g = at::Tensor();
  Inputs ones = x.inputs;
  ones.beta = at::ones_like(x.inputs.g);
  for (const at::Device device : devices()) {
    const Result a = chunked(none.to(device), on(device, x.initial), c.options());
    const Result b = chunked(ones.to(device), on(device, x.initial), c.options());
    RC_ASSERT(sameBits(a.o, b.o) && sameBits(a.state, b.state));
  }
}

}  // namespace delta_rule
