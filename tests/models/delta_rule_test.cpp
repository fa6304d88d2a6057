// The three methods for the delta rule, and what must hold of each.

#include "viewfuzz/models/delta_rule.h"

#include <ATen/ATen.h>
#include <gtest/gtest.h>

#include <memory>

#include "tests/models/run_model.h"
#include "viewfuzz/models/random.h"
#include "viewfuzz/target/raw.h"
#include "viewfuzz/text/text.h"

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

/// The largest sum of decays within a chunk. The methods by chunks subtract such sums, and lose as
/// many digits as these have.
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
      EXPECT_TRUE(
          isNear(chunked.output("state"), recurrent.output("state"), 1e-5 + decayLoss(chunked)))
          << "case " << i;
    }
  }
}

TEST(DeltaRule, RowsInvertTheTriangularSystem) {
  for (uint64_t i = 0; i < kCases; ++i) {
    const Ran ran = RandomRule(i).with(Form::rows);
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

/// A fresh source for those values.
Source sourceFor(const at::Tensor& values) {
  return Source::window(stateOf(values.clone(at::MemoryFormat::Contiguous)).layout);
}

TEST(DeltaRule, RunInTwoPartsItGivesTheSame) {
  for (uint64_t i = 0; i < 20; ++i) {
    SeededChoices choices(3, i);
    Config config;
    config.steps = {9};
    const RuleInputs given = randomRuleInputs(config, choices);
    const Ran whole(cpu(), ruleModel(given, Form::rows, 4, true));
    // Tokens 0 to 4, then 5 to 8 with the state after the first part.
    const auto part = [&](int64_t begin, int64_t end, const at::Tensor* state, Form form) {
      Inputs values;
      const auto cut = [&](const char* name) {
        values[name] = whole.source(name).slice(1, begin, end).contiguous();
        return sourceFor(values[name]);
      };
      RuleInputs inputs{cut("in.q"), cut("in.k"), cut("in.v"), cut("in.g"), cut("in.beta"), {}};
      if (state != nullptr) {
        values["in.h0"] = state->contiguous();
        inputs.state = sourceFor(*state);
      }
      return std::make_unique<Ran>(cpu(), ruleModel(inputs, form, 4, true), values);
    };
    at::Tensor first_state;
    if (given.state) first_state = whole.source("in.h0");
    const auto first = part(0, 5, given.state ? &first_state : nullptr, Form::rows);
    const at::Tensor between = first->output("state");
    const double loss = decayLoss(whole);
    for (const Form form : {Form::rows, Form::solve, Form::recurrent}) {
      const auto second = part(5, 9, &between, form);
      const at::Tensor expected = whole.output("o").slice(1, 5, 9);
      const double scale = whole.output("o").abs().max().item<double>();
      const double error = (second->output("o") - expected).abs().max().item<double>();
      EXPECT_LE(error, (4e-6 + loss) * scale) << "case " << i;
      EXPECT_TRUE(isNear(second->output("state"), whole.output("state"), 1e-5 + loss))
          << "case " << i;
    }
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
