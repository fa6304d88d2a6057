// The rows of the batch and the heads do not influence each other.
#include "properties/check.h"
#include "properties/delta_rule/arbitrary_case.h"
#include "viewfuzz/models/fused_rule/devices.h"
#include "viewfuzz/models/fused_rule/recurrence.h"

namespace delta_rule {
namespace {

// The reference sums in double precision, and its order may depend on the place of the row.
bool agree(at::Device device, const Result& a, const Result& b, const Truth& truth) {
  if (!device.is_cpu()) return sameBits(a.o, b.o) && sameBits(a.state, b.state);
  return difference(a, b, truth) <= 1;
}

}  // namespace

VIEWFUZZ_PROPERTY(DeltaRuleSymmetry, rowsOfTheBatchAreIndependent, const Case& c) {
  const Tensors x = tensors(c);
  const Truth truth = recurrence(x.inputs, x.initial, c.options());
  const auto turned = [](const at::Tensor& y) { return y.flip(0); };
  for (const at::Device device : devices()) {
    const Inputs inputs = x.inputs.to(device);
    const at::Tensor initial = on(device, x.initial);
    const Result a = chunked(inputs, initial, c.options());
    const Result b =
        chunked(inputs.map(turned), initial.defined() ? turned(initial) : initial, c.options());
    RC_ASSERT(agree(device, a, {turned(b.o), turned(b.state)}, truth));
  }
}

VIEWFUZZ_PROPERTY(DeltaRuleSymmetry, headsAreIndependent, const Case& c) {
  const Tensors x = tensors(c);
  const Truth truth = recurrence(x.inputs, x.initial, c.options());
  const auto turned = [](const at::Tensor& y) { return y.flip(2); };
  for (const at::Device device : devices()) {
    const Inputs inputs = x.inputs.to(device);
    const at::Tensor initial = on(device, x.initial);
    const Result a = chunked(inputs, initial, c.options());
    // This also reverses the value heads within a group, which share a key head.
    const Result b =
        chunked(inputs.map(turned), initial.defined() ? initial.flip(1) : initial, c.options());
    RC_ASSERT(agree(device, a, {turned(b.o), b.state.flip(1)}, truth));
  }
}

VIEWFUZZ_PROPERTY(DeltaRuleSymmetry, groupedHeadsAreRepeatedHeads, const Case& c) {
  const Tensors x = tensors(c);
  const Truth truth = recurrence(x.inputs, x.initial, c.options());
  Inputs repeated = x.inputs;
  repeated.q = x.inputs.q.repeat_interleave(c.group, 2);
  repeated.k = x.inputs.k.repeat_interleave(c.group, 2);
  for (const at::Device device : devices()) {
    const at::Tensor initial = on(device, x.initial);
    RC_ASSERT(agree(device, chunked(x.inputs.to(device), initial, c.options()),
                    chunked(repeated.to(device), initial, c.options()), truth));
  }
}

}  // namespace delta_rule
