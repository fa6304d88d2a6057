// Several forwards with caches give the same as one forward over all tokens.

#include <ATen/ATen.h>
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "tests/models/run_model.h"
#include "viewfuzz/models/decoder.h"

namespace viewfuzz::models {
namespace {

using MakeModel = Model (*)(const Config&);
struct Kind {
  std::string name;
  MakeModel make;
  std::string input;   // `in.x`
  std::string output;  // `out.y`
};
std::ostream& operator<<(std::ostream& out, const Kind& kind) { return out << kind.name; }

class Forwards : public testing::TestWithParam<Kind> {};

TEST_P(Forwards, WithCachesGiveWhatOneForwardGives) {
  const auto& [name, make, input, output] = GetParam();
  for (const std::vector<int64_t>& steps :
       {std::vector<int64_t>{6, 1, 1}, {1, 1, 1, 1}, {2, 6}, {3, 4, 1}}) {
    for (const Form form : {Form::rows, Form::solve}) {
      Config config;
      config.batch = 2;
      config.chunk = 4;
      config.form = form;
      int64_t total = 0;
      for (const int64_t tokens : steps) total += tokens;
      config.steps = {total};
      const Ran whole(cpu(), make(config));
      const at::Tensor all = whole.source(input + "0");
      config.steps = steps;
      Inputs inputs;
      int64_t past = 0;
      for (size_t i = 0; i < steps.size(); ++i) {
        inputs[fmt::format("{}{}", input, i)] = all.slice(1, past, past + steps[i]).contiguous();
        past += steps[i];
      }
      const Ran parts(cpu(), make(config), inputs);
      past = 0;
      for (size_t i = 0; i < steps.size(); ++i) {
        const at::Tensor expected = whole.output(output + "0").slice(1, past, past + steps[i]);
        EXPECT_TRUE(isNear(parts.output(fmt::format("{}{}", output, i)), expected, 2e-5))
            << "forward " << i;
        past += steps[i];
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(
    Kinds, Forwards,
    testing::Values(Kind{"gdn",
                         [](const Config& config) { return gatedDeltaNetModel(config, false); },
                         "in.x", "out.y"},
                    Kind{"attn", [](const Config& config) { return attentionModel(config, false); },
                         "in.x", "out.y"},
                    Kind{"decoder",
                         [](const Config& config) { return decoderModel(config, false); }, "in.ids",
                         "out.logits"}),
    [](const auto& info) { return info.param.name; });

TEST(Builder, RefusesACallThatMakesNoSense) {
  Builder b;
  const TensorRef x = b.source({2, 3}, Dtype::Float, {});
  EXPECT_THROW(b.call("aten.select.int", {x, int64_t{2}, int64_t{0}}), std::logic_error);
  EXPECT_THROW(b.call("aten.view", {x, Dims{7}}), std::logic_error);
}

TEST(Builder, LabelsSortAsTheyAreRun) {
  Config config;
  config.steps = {9};
  config.chunk = 4;
  const Program program = decoderModel(config, false).program;
  std::string last;
  size_t labels = 0;
  for (const Statement& statement : program.statements) {
    if (statement.label.empty() || std::holds_alternative<Source>(statement.what)) continue;
    EXPECT_LT(last, statement.label);
    last = statement.label;
    ++labels;
  }
  EXPECT_GT(labels, 100U);
}

}  // namespace
}  // namespace viewfuzz::models
