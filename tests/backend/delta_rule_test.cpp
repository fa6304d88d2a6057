// The gated delta rule: what is refused, and what a caller sees besides the numbers (which
// properties/delta_rule/ is about).
#include <ATen/Parallel.h>

#include <functional>

#include "tests/backend/support.h"
#include "viewfuzz/models/fused_rule/operators.h"
#include "viewfuzz/models/fused_rule/recurrence.h"

namespace {

using delta_rule::Inputs;
using delta_rule::Options;

// B = 1, S = 5, Hk = 2, Hv = 4, Dk = 8, Dv = 6.
Inputs small() {
  return {pattern({1, 5, 2, 8}), pattern({1, 5, 2, 8}), pattern({1, 5, 4, 6}),
          at::full({1, 5, 4}, -0.5), at::full({1, 5, 4}, 0.25)};
}
at::Tensor small_state() { return pattern({1, 4, 8, 6}); }

// A call that must be refused, with what the message must say.
struct Refusal {
  const char* says;
  std::function<void(Inputs&, at::Tensor& state, Options&)> spoil;
};

const std::vector<Refusal>& refusals() {
  static const std::vector<Refusal> all = {
      {"q is of Double, expected float32, bfloat16 or float16",
       [](Inputs& x, at::Tensor&, Options&) { x.q = x.q.to(at::kDouble); }},
      {"k is of Half, expected Float",
       [](Inputs& x, at::Tensor&, Options&) { x.k = x.k.to(at::kHalf); }},
      {"q has 3 dims, expected 4: [B, S, Hk, Dk]",
       [](Inputs& x, at::Tensor&, Options&) { x.q = x.q[0]; }},
      {"v has 3 dims, expected 4: [B, S, Hv, Dv]",
       [](Inputs& x, at::Tensor&, Options&) { x.v = x.v[0]; }},
      {"k has sizes [1, 5, 2, 7], expected [1, 5, 2, 8]",
       [](Inputs& x, at::Tensor&, Options&) { x.k = x.k.slice(3, 1); }},
      {"v has sizes [1, 4, 4, 6], expected [1, 5, 4, 6]",
       [](Inputs& x, at::Tensor&, Options&) { x.v = x.v.slice(1, 1); }},
      {"v has 3 heads, expected a multiple of the 2 heads of q and k",
       [](Inputs& x, at::Tensor&, Options&) { x.v = x.v.slice(2, 1); }},
      {"v has 4 heads, expected a multiple of the 0 heads of q and k",
       [](Inputs& x, at::Tensor&, Options&) {
         x.q = x.q.slice(2, 2);
         x.k = x.q;
       }},
      {"q has a head dim of 0",
       [](Inputs& x, at::Tensor&, Options&) {
         x.q = x.q.slice(3, 8);
         x.k = x.q;
       }},
      {"g has sizes [1, 5, 3], expected [1, 5, 4]",
       [](Inputs& x, at::Tensor&, Options&) { x.g = x.g.slice(2, 1); }},
      {"beta has sizes [1, 5, 4, 1], expected [1, 5, 4]",
       [](Inputs& x, at::Tensor&, Options&) { x.beta = x.beta.unsqueeze(3); }},
      {"beta is of Long", [](Inputs& x, at::Tensor&, Options&) { x.beta = x.beta.to(at::kLong); }},
      {"the state is of Half, expected Float",
       [](Inputs&, at::Tensor& state, Options&) { state = state.to(at::kHalf); }},
      {"the state has sizes [1, 4, 6, 8], expected [1, 4, 8, 6]",
       [](Inputs&, at::Tensor& state, Options&) { state = state.transpose(2, 3); }},
      {"cu_seqlens goes from 0 to 6, expected from 0 to the 5 tokens",
       [](Inputs&, at::Tensor&, Options& o) { o.cu_seqlens = at::tensor({0, 6}, at::kLong); }},
      {"cu_seqlens goes from 1 to 5",
       [](Inputs&, at::Tensor&, Options& o) { o.cu_seqlens = at::tensor({1, 5}, at::kInt); }},
      {"cu_seqlens falls from 6 to 5 at index 2",
       [](Inputs&, at::Tensor&, Options& o) { o.cu_seqlens = at::tensor({0, 6, 5}, at::kInt); }},
      {"cu_seqlens falls from 3 to -1 at index 2",
       [](Inputs&, at::Tensor&, Options& o) {
         o.cu_seqlens = at::tensor({0, 3, -1, 5}, at::kLong);
       }},
      {"cu_seqlens is of Float",
       [](Inputs&, at::Tensor&, Options& o) { o.cu_seqlens = at::tensor({0, 5}, at::kFloat); }},
      {"cu_seqlens has sizes [1, 2], expected [N + 1]",
       [](Inputs&, at::Tensor&, Options& o) { o.cu_seqlens = at::tensor({0, 5}).view({1, 2}); }},
      {"q has 2 rows, expected 1 when cu_seqlens",
       [](Inputs& x, at::Tensor& state, Options& o) {
         x = x.map([](const at::Tensor& y) { return at::cat({y, y}); });
         state = at::cat({state, state});
         o.cu_seqlens = at::tensor({0, 5}, at::kLong);
       }},
  };
  return all;
}

std::string message_of(const std::function<void()>& call) {
  try {
    call();
  } catch (const c10::Error& error) {
    return error.what_without_backtrace();
  }
  return "nothing was refused";
}

TEST(DeltaRule, RefusesWithASentenceAndWritesNothing) {
  for (const at::Device device : {at::Device(at::kCPU), npu()}) {
    for (const Refusal& refusal : refusals()) {
      Inputs inputs = small();
      at::Tensor state = small_state();
      Options options;
      refusal.spoil(inputs, state, options);
      const at::Tensor before = state.clone();
      inputs = inputs.to(device);
      state = state.to(device);
      const std::string chunk = message_of([&] { chunked(inputs, state, options); });
      const std::string step = message_of([&] { recurrent(inputs, state, options); });
      EXPECT_NE(chunk.find(std::string("npu::chunk_gated_delta_rule: ") + refusal.says),
                std::string::npos)
          << chunk;
      EXPECT_NE(step.find(std::string("npu::recurrent_gated_delta_rule: ") + refusal.says),
                std::string::npos)
          << step;
      EXPECT_TRUE(state.cpu().equal(before)) << refusal.says;
    }
  }
}

TEST(DeltaRule, RefusesTensorsOfTwoDevices) {
  const Inputs device = small().to(npu());
  Inputs mixed = device;
  mixed.v = small().v;
  EXPECT_NE(message_of([&] { chunked(mixed, {}, {}); }).find("v is a Strided tensor on cpu"),
            std::string::npos);
  const at::Tensor state = small_state();
  EXPECT_NE(message_of([&] { recurrent(device, state, {}); }).find("the state is a Strided tensor"),
            std::string::npos);
}

TEST(DeltaRule, RefusesChunksThatAreNone) {
  for (const at::Device device : {at::Device(at::kCPU), npu()})
    for (const std::int64_t chunk : {-1, 0, 257})
      EXPECT_NE(message_of([&] {
                  chunked(small().to(device), {}, {.chunk = chunk});
                }).find("chunk_size is " + std::to_string(chunk) + ", expected 1 to 256"),
                std::string::npos);
}

TEST(DeltaRule, RefusesAStateThatCannotBeWritten) {
  for (const at::Device device : {at::Device(at::kCPU), npu()}) {
    const Inputs inputs = small().to(device);
    const at::Tensor expanded = at::zeros({1, 1, 8, 6}, device).expand({1, 4, 8, 6});
    EXPECT_THROW(recurrent(inputs, expanded, {}), c10::Error);
    chunked(inputs, expanded, {});  // here it is only read
    const at::Tensor pool = at::ones({192}, device);
    Inputs overlapping = inputs;
    overlapping.v = pool.slice(0, 0, 120).view({1, 5, 4, 6});
    EXPECT_THROW(recurrent(overlapping, pool.view({1, 4, 8, 6}), {}), c10::Error);
  }
}

TEST(DeltaRule, WithoutTokensTheStateIsTheInitialOne) {
  for (const at::Device device : {at::Device(at::kCPU), npu()}) {
    const Inputs none = small().tokens(0, 0).to(device);
    const at::Tensor initial = small_state().to(device);
    const auto result = chunked(none, initial, {});
    EXPECT_EQ(result.o.sizes(), at::IntArrayRef({1, 0, 4, 6}));
    EXPECT_TRUE(result.state.cpu().equal(small_state()));
    EXPECT_FALSE(result.state.is_alias_of(initial));
    EXPECT_TRUE(chunked(none, {}, {}).state.cpu().equal(at::zeros({1, 4, 8, 6})));
    EXPECT_EQ(recurrent(none, initial, {}).numel(), 0);
    EXPECT_TRUE(initial.cpu().equal(small_state()));
  }
}

TEST(DeltaRule, ShapesAreKnownWithoutData) {
  const Inputs meta = small().map([](const at::Tensor& x) { return x.to(at::kMeta); });
  const auto result = chunked(meta, {}, {});
  EXPECT_EQ(result.o.sizes(), at::IntArrayRef({1, 5, 4, 6}));
  EXPECT_EQ(result.state.sizes(), at::IntArrayRef({1, 4, 8, 6}));
  EXPECT_TRUE(result.o.is_meta());
  EXPECT_EQ(recurrent(meta, result.state, {}).sizes(), at::IntArrayRef({1, 5, 4, 6}));
  EXPECT_THROW(chunked(meta, result.o, {}), c10::Error);
}

// Dimensions of a real model, where the blocked paths have more than one block of everything.
TEST(DeltaRule, RealHeadDimsAreAsExactAsSmallOnes) {
  at::manual_seed(5);
  for (const std::int64_t tokens : {1, 63, 64, 65, 200}) {
    Inputs inputs{at::randn({1, tokens, 2, 128}), at::randn({1, tokens, 2, 128}) + 1,
                  at::randn({1, tokens, 4, 128}), at::rand({1, tokens, 4}) * -0.05,
                  at::rand({1, tokens, 4})};
    const at::Tensor initial = at::randn({1, 4, 128, 128});
    for (const std::int64_t chunk : {16, 48, 64, 256}) {
      const Options options{.chunk = chunk};
      const auto truth = delta_rule::recurrence(inputs, initial, options);
      const auto result = chunked(inputs.to(npu()), initial.to(npu()), options);
      EXPECT_LE(delta_rule::error(result, truth), 1) << tokens << " tokens, chunks of " << chunk;
    }
  }
}

// Decays are multiplied up: strong ones cost nothing. Differences of float sums of g would be off
// by 1e-4 here.
TEST(DeltaRule, StrongDecaysCostNoPrecision) {
  at::manual_seed(6);
  Inputs inputs{at::randn({1, 64, 1, 16}), at::randn({1, 64, 1, 16}), at::randn({1, 64, 1, 16}),
                at::rand({1, 64, 1}) * -0.1, at::ones({1, 64, 1})};
  inputs.g.slice(1, 0, 32).fill_(-100);
  const auto truth = delta_rule::recurrence(inputs, {}, {});
  EXPECT_LE(delta_rule::error(chunked(inputs.to(npu()), {}, {}), truth), 1);
}

}  // namespace
