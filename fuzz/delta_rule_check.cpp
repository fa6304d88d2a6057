#include "fuzz/delta_rule_check.h"

#include "viewfuzz/models/fused_rule/devices.h"
#include "viewfuzz/models/fused_rule/recurrence.h"

namespace viewfuzz::fuzz {
namespace {

using namespace delta_rule;

void require(bool holds, const char* what) {
  if (!holds) throw DeltaRuleBroken(what);
}

/// The inputs of the call, on the host, and what it must give.
struct Expected {
  delta_rule::Inputs inputs;
  at::Tensor initial;  // undefined if there is none
  at::Tensor start;    // the start of the recurrent operator
  Options options;
};

Expected expectedOf(const DeltaRuleCall& call) {
  const Tensors made = tensors(call.of);
  Expected expected{made.inputs, made.initial, startOf(call.of, made), call.of.options()};
  if (call.packed.empty()) return expected;
  expected.options.cu_seqlens = at::tensor(call.packed, call.wide ? at::kLong : at::kInt);
  const auto sequences = static_cast<int64_t>(call.packed.size()) - 1;
  // Each sequence starts with a state of its own.
  const at::Tensor times = at::arange(1, sequences + 1).view({-1, 1, 1, 1});
  expected.start = expected.start.repeat({sequences, 1, 1, 1}) / times;
  if (expected.initial.defined()) expected.initial = expected.start;
  return expected;
}

/// Throws `DeltaRuleBroken` if a sequence differs from the recurrence by more than the bound.
void requireTruth(const DeltaRuleCall& call, const Expected& expected, const Result& result,
                  const char* what) {
  const auto one = [&](const delta_rule::Inputs& inputs, const at::Tensor& initial,
                       const Result& part) {
    require(error(part, recurrence(inputs, initial, expected.options)) <= 1, what);
  };
  if (call.packed.empty()) {
    one(expected.inputs, expected.initial, result);
    return;
  }
  for (size_t n = 0; n + 1 < call.packed.size(); ++n) {
    const auto row = [&](const at::Tensor& states) {
      return states.defined()
                 ? states.slice(0, static_cast<int64_t>(n), static_cast<int64_t>(n) + 1)
                 : states;
    };
    const int64_t from = call.packed[n];
    const int64_t to = call.packed[n + 1];
    one(expected.inputs.tokens(from, to), row(expected.initial),
        {result.o.slice(1, from, to), row(result.state)});
  }
}

void requireUnchanged(const delta_rule::Inputs& before, const delta_rule::Inputs& after) {
  const auto same = [](const at::Tensor& a, const at::Tensor& b) {
    return !a.defined() || sameBits(a, b);
  };
  require(same(before.q, after.q) && same(before.k, after.k) && same(before.v, after.v) &&
              same(before.g, after.g) && same(before.beta, after.beta),
          "an input was written to");
}

/// The state, transposed or not, within a larger tensor that is filled with one number and must
/// keep it.
struct Pool {
  static constexpr double kAround = 77;
  at::Tensor all, state;
  Pool(const at::Tensor& start, bool values_first) {
    std::vector<int64_t> sizes = start.sizes().vec();
    if (values_first) std::swap(sizes[2], sizes[3]);
    for (int64_t& size : sizes) size += 2;
    all = at::full(sizes, kAround).to(npu());
    state = all;
    for (int64_t d = 0; d < 4; ++d) state = state.slice(d, 1, sizes[static_cast<size_t>(d)] - 1);
    if (values_first) state = state.transpose(2, 3);
    state.copy_(start.to(npu()));
  }
  bool keepsTheRest() {
    state.fill_(kAround);
    return all.cpu().eq(kAround).all().item<bool>();
  }
};

}  // namespace

void checkDeltaRule(const DeltaRuleCall& call) {
  const Expected expected = expectedOf(call);
  const delta_rule::Inputs strided =
      expected.inputs.map([&](const at::Tensor& x) { return laidOut(x, call.order, npu()); });
  const at::Tensor initial =
      expected.initial.defined() ? laidOut(expected.initial, call.order, npu()) : at::Tensor();
  const Result result = chunked(strided, initial, expected.options);
  requireTruth(call, expected, result.to(at::kCPU), "by chunks it gives something else");
  const Result dense =
      chunked(expected.inputs.to(npu()), on(npu(), expected.initial), expected.options);
  require(sameBits(result.o, dense.o) && sameBits(result.state, dense.state),
          "strides matter to the form by chunks");

  Pool pool(expected.start, call.order % 2 == 1);
  const at::Tensor o = recurrent(strided, pool.state, expected.options);
  requireTruth(call, expected, {o.cpu(), pool.state.cpu()},
               "token by token it gives something else");
  require(pool.keepsTheRest(), "more than the state was written to");
  requireUnchanged(expected.inputs, strided);
  if (initial.defined())
    require(sameBits(initial, expected.initial), "the initial state was written to");
}

}  // namespace viewfuzz::fuzz
