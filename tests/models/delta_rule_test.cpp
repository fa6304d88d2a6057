// The three forms of the delta rule, and what must hold of each.

#include "viewfuzz/models/delta_rule.h"

#include <ATen/ATen.h>
#include <gtest/gtest.h>

#include "tests/models/run_model.h"
#include "viewfuzz/models/random.h"
#include "viewfuzz/program/text.h"

namespace viewfuzz::models {
namespace {

constexpr uint64_t kCases = 400;

/// A random configuration in float32, and its inputs.
struct RandomRule {
  explicit RandomRule(uint64_t index) : choices(7, index), config(randomConfig(choices)) {
    config.dtype = Dtype::Float;
    inputs = randomRuleInputs(config, choices);
  }
  Ran with(Form form) const { return Ran(cpu(), ruleModel(inputs, form, config.chunk, true)); }
  SeededChoices choices;
  Config config;
  RuleInputs inputs;
};

/// The largest sum of decays within a chunk: D holds differences of such sums, so that the chunked
/// forms lose what that loses.
double decayLoss(const Ran& ran) {
  const at::Tensor sums = ran.output("mid.cum_decay");
  return sums.abs().max().item<double>() * 0x1p-22;
}

TEST(DeltaRule, AllFormsGiveTheSame) {
  for (uint64_t i = 0; i < kCases; ++i) {
    const RandomRule rule(i);
    const Ran recurrent = rule.with(Form::recurrent);
    for (const Form form : {Form::rows, Form::solve}) {
      const Ran chunked = rule.with(form);
      const double bound = 2e-6 + decayLoss(chunked);
      EXPECT_TRUE(isNear(chunked.output("o"), recurrent.output("o"), bound)) << "case " << i;
      EXPECT_TRUE(isNear(chunked.output("state"), recurrent.output("state"), 1e-5 + decayLoss(chunked))
          << "case " << i;
    }
  }
}

TEST(DeltaRule, RowsInvertTheTriangularSystem) {
  for (uint64_t i = 0; i < kCases; ++i) {
    const Ran ran = RandomRule(i).with(Form::rows));
    const at::Tensor inverse = ran.output("mid.inverse").to(at::kDouble);
    const at::Tensor eye = at::eye(inverse.size(-1), at::kDouble);
    const at::Tensor system = ran.output("mid.ut_system").to(at::kDouble).tril(-1) + eye;
    EXPECT_TRUE(isNear(inverse.matmul(system), eye.expand_as(inverse), 1e-5)) << "case " << i;
    EXPECT_TRUE(inverse.triu(1).eq(0).all().item<bool>()) << "case " << i;
    EXPECT_TRUE(inverse.diagonal(0, -2, -1).eq(1).all().item<bool>()) << "case " << i;
  }
}

TEST(DeltaRule, InputsAreNotWritten) {
  for (uint64_t i = 0; i < kCases; ++i) {
    for (const Form form : {Form::rows, Form::solve, Form::recurrent}) {
      const Ran ran = RandomRule(i).with(form);
      for (const auto* name : {"in.q", "in.k", "in.v", "in.g", "in.beta", "in.h0"})
        EXPECT_TRUE(ran.sourceIsAsBefore(name)) << name << " in case " << i;
    }
  }
}

TEST(DeltaRule, RunInTwoPartsItGivesTheSame) {
  Config config;
  config.steps = {9};
  SeededChoices choices(3, 1);
  const RuleInputs whole = randomRuleInputs(config, choices);
  const Ran all(cpu(), ruleModel(whole, Form::rows, 4, true));
  // Windows into the same values: tokens 0 to 4, then 5 to 8.
  Inputs first;
  Inputs second;
  RuleInputs a;
  RuleInputs b;
  const auto cut = [&](const char* name, const Source& from, Source& front, Source& back) {
    const at::Tensor values = all.source(name);
    (void)from;
    for (auto [to, source, begin, end] :
         {std::tuple{&first, &front, int64_t{0}, int64_t{5}}, {&second, &back, 5, 9}}) {
      at::Tensor part = values.slice(1, begin, end).contiguous();
      source->layout.sizes.assign(part.sizes().begin(), part.sizes().end());
      source->layout.strides = contiguousStrides(view(source->layout.sizes));
      source->layout.dtype = part.scalar_type();
      source->storage_numel = part.numel();
      (*to)[name] = std::move(part);
    }
  };
  cut("in.q", whole.q, a.q, b.q);
  cut("in.k", whole.k, a.k, b.k);
  cut("in.v", whole.v, a.v, b.v);
  cut("in.g", whole.g, a.g, b.g);
  cut("in.beta", whole.beta, a.beta, b.beta);
  Source state;
  const at::Tensor expected_state = all.output("state");
  state.layout.sizes.assign(expected_state.sizes().begin(), expected_state.sizes().end());
  state.layout.strides = contiguousStrides(view(state.layout.sizes));
  state.storage_numel = expected_state.numel();
  if (whole.state) {
    a.state = state;
    first["in.h0"] = all.source("in.h0").contiguous();
  }
  const Ran before(cpu(), ruleModel(a, Form::rows, 4, true), first);
  b.state = state;
  second["in.h0"] = before.output("state").contiguous();
  for (const Form form : {Form::rows, Form::recurrent}) {
    const Ran behind(cpu(), ruleModel(b, form, 4, true), second);
    EXPECT_TRUE(isNear(behind.output("o"), all.output("o").slice(1, 5, 9), 4e-6));
    EXPECT_TRUE(isNear(behind.output("state"), expected_state, 1e-5));
  }
}

TEST(DeltaRule, ProgramsAreReadBackAsTheyArePrinted) {
  for (uint64_t i = 0; i < 100; ++i) {
    SeededChoices choices(11, i);
    const Program program = randomModel(choices);
    EXPECT_EQ(parse(print(program)), program) << "case " << i;
  }
}

}  // namespace
}  // namespace viewfuzz::models
