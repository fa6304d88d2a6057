// Sequences that are cut into pieces, packed together, or made longer.
#include "properties/check.h"
#include "properties/delta_rule/arbitrary_case.h"
#include "viewfuzz/models/fused_rule/devices.h"
#include "viewfuzz/models/fused_rule/recurrence.h"

namespace delta_rule {

VIEWFUZZ_PROPERTY(DeltaRulePieces, theStateCarriesASequenceOver, const Case& c, uint64_t where) {
  const Tensors x = tensors(c);
  const Truth truth = recurrence(x.inputs, x.initial, c.options());
  const auto cut = static_cast<int64_t>(where % static_cast<uint64_t>(c.tokens() + 1));
  for (const at::Device device : devices()) {
    const Inputs inputs = x.inputs.to(device);
    const Result head = chunked(inputs.tokens(0, cut), on(device, x.initial), c.options());
    const Result tail = chunked(inputs.tokens(cut, c.tokens()), head.state, c.options());
    RC_ASSERT(error({at::cat({head.o, tail.o}, 1), tail.state}, truth) <= 1);
  }
}

VIEWFUZZ_PROPERTY(DeltaRulePieces, decodingContinuesAPrefill, const Case& c, uint64_t where) {
  const Tensors x = tensors(c);
  const Truth truth = recurrence(x.inputs, x.initial, c.options());
  const auto cut = static_cast<int64_t>(where % static_cast<uint64_t>(c.tokens() + 1));
  for (const at::Device device : devices()) {
    const Inputs inputs = x.inputs.to(device);
    const Result head = chunked(inputs.tokens(0, cut), on(device, x.initial), c.options());
    std::vector<at::Tensor> o = {head.o};
    for (int64_t t = cut; t < c.tokens(); ++t)
      o.push_back(recurrent(inputs.tokens(t, t + 1), head.state, c.options()));
    RC_ASSERT(error({at::cat(o, 1), head.state}, truth) <= 1);
  }
}

// Packs sequences of 0, 1, chunk - 1, chunk, chunk + 1 and some more tokens into one row.
VIEWFUZZ_PROPERTY(DeltaRulePieces, packedSequencesAreSequences, Case c, bool wide, uint64_t from) {
  const std::array<int64_t, 6> lengths{0, 1, c.chunk - 1, c.chunk, c.chunk + 1, 3};
  std::vector<int64_t> offsets{0};
  for (size_t i = 0; i < lengths.size(); ++i)
    offsets.push_back(offsets.back() + lengths[(i + from) % lengths.size()]);
  c.batch = 1;
  c.whole_chunks = 0;
  c.rest = offsets.back();
  const Tensors x = tensors(c);
  const auto sequences = static_cast<int64_t>(lengths.size());
  Options options = c.options();
  options.cu_seqlens = at::tensor(offsets, wide ? at::kLong : at::kInt);
  const at::Tensor initial = c.with_state ? x.initial.repeat({sequences, 1, 1, 1}) *
                                                at::arange(sequences).view({-1, 1, 1, 1})
                                          : at::Tensor();
  for (const at::Device device : devices()) {
    const Inputs inputs = x.inputs.to(device);
    const Result packed = chunked(inputs, on(device, initial), options);
    const at::Tensor state = c.with_state ? copyOn(device, initial)
                                          : at::zeros(packed.state.sizes(), packed.state.options());
    options.cu_seqlens = options.cu_seqlens.to(device);  // cu_seqlens may be on the device too
    const at::Tensor stepped = recurrent(inputs, state, options);
    for (int64_t n = 0; n < sequences; ++n) {
      const auto i = static_cast<size_t>(n);
      const auto tokens = [&](const at::Tensor& o) {
        return o.slice(1, offsets[i], offsets[i + 1]);
      };
      const auto row = [&](const at::Tensor& states) { return states.slice(0, n, n + 1); };
      const at::Tensor start = c.with_state ? row(initial) : at::Tensor();
      const Inputs piece = x.inputs.tokens(offsets[i], offsets[i + 1]);
      const Result alone = chunked(piece.to(device), on(device, start), c.options());
      RC_ASSERT(sameBits(tokens(packed.o), alone.o));
      RC_ASSERT(sameBits(row(packed.state), alone.state));
      const Truth truth = recurrence(piece, start, c.options());
      RC_ASSERT(error({tokens(stepped), row(state)}, truth) <= 1);
    }
  }
}

VIEWFUZZ_PROPERTY(DeltaRulePieces, tokensThatDoNothingChangeNothing, Case c) {
  if (c.beta == Beta::none) c.beta = Beta::any;
  if (c.decay == Decay::none) c.decay = Decay::zero;
  const Tensors x = tensors(c);
  Inputs longer = x.inputs.map([](const at::Tensor& y) { return at::cat({y, y}, 1); });
  longer.g.slice(1, c.tokens()).zero_();
  longer.beta.slice(1, c.tokens()).zero_();
  const Truth truth = recurrence(x.inputs, x.initial, c.options());
  for (const at::Device device : devices()) {
    const at::Tensor initial = on(device, x.initial);
    const Result padded = chunked(longer.to(device), initial, c.options());
    const at::Tensor o = padded.o.slice(1, 0, c.tokens());
    RC_ASSERT(error({o, padded.state}, truth) <= 1);
  }
}

VIEWFUZZ_PROPERTY(DeltaRulePieces, noOutputKnowsTheFuture, Case c, uint64_t where) {
  c.batch = std::max<int64_t>(c.batch, 1);
  if (c.tokens() == 0) c.rest = 1;
  const Tensors x = tensors(c);
  const auto now = static_cast<int64_t>(where % static_cast<uint64_t>(c.tokens()));
  const Inputs other = x.inputs.map([&](const at::Tensor& y) {
    at::Tensor changed = y.clone();
    changed.slice(1, now).mul_(0.25).sub_(0.25);
    return changed;
  });
  for (const at::Device device : devices()) {
    const at::Tensor initial = on(device, x.initial);
    const Result a = chunked(x.inputs.to(device), initial, c.options());
    const Result b = chunked(other.to(device), initial, c.options());
    RC_ASSERT(sameBits(a.o.slice(1, 0, now), b.o.slice(1, 0, now)));
  }
}

}  // namespace delta_rule
