#include "viewfuzz/models/random.h"

#include <gtest/gtest.h>

#include <set>

#include "tests/models/run_model.h"
#include "viewfuzz/campaign/campaign.h"
#include "viewfuzz/target/planted_faults.h"

namespace viewfuzz::models {
namespace {

TEST(RandomModels, CoverTheAwkwardSizes) {
  std::set<std::string> seen;
  for (uint64_t i = 0; i < 500; ++i) {
    SeededChoices choices(1, i);
    const Config config = randomConfig(choices);
    const int64_t tokens = config.steps.front();
    if (tokens == 1) seen.insert("one token");
    if (tokens < config.chunk) seen.insert("fewer than a chunk");
    if (tokens == config.chunk + 1) seen.insert("one more than a chunk");
    if (tokens > config.chunk && tokens % config.chunk != 0) seen.insert("no whole chunks");
    if (config.key_dim != config.value_dim) seen.insert("key and value dims differ");
    seen.insert("groups " + std::to_string(config.value_heads / config.key_heads));
    const RuleInputs inputs = randomRuleInputs(config, choices);
    if (!inputs.state) continue;
    seen.insert("state");
    if (!isContiguous(inputs.state->layout)) seen.insert("state that is not contiguous");
  }
  for (const auto* wanted : {"one token", "fewer than a chunk", "one more than a chunk",
                             "no whole chunks", "key and value dims differ", "groups 1", "groups 2",
                             "groups 3", "groups 4", "state", "state that is not contiguous"})
    EXPECT_TRUE(seen.contains(wanted)) << wanted;
}

TEST(RandomModels, AreTheSameForTheSameSeed) {
  for (uint64_t i = 0; i < 50; ++i) {
    SeededChoices once(5, i);
    SeededChoices again(5, i);
    EXPECT_EQ(randomModel(once), randomModel(again));
  }
}

// A model only reads its inputs and parameters. It writes to caches and results.
TEST(RandomModels, DoNotWriteToInputsAndParameters) {
  for (uint64_t i = 0; i < 200; ++i) {
    SeededChoices choices(2, i);
    const Ran ran(cpu(), {randomModel(choices), {}});
    for (const Statement& statement : ran.program().statements) {
      if (!std::holds_alternative<Source>(statement.what) || statement.label.empty()) continue;
      EXPECT_TRUE(ran.sourceIsAsBefore(statement.label)) << statement.label << " in case " << i;
    }
  }
}

Progress campaign(const Target& device, uint64_t cases) {
  CampaignOptions options;
  options.cases = cases;
  return runCampaign(
      Cases::drawn(randomModel), device, cpu(), options, [](const Progress&) { return true; },
      [](const Finding&) {});
}

TEST(RandomModels, TheRightNpuHasNoFinding) { EXPECT_TRUE(campaign(npu(), 300).findings.empty()); }

TEST(RandomModels, ACopyingSelectIsFoundAndReducedAsByRandomPrograms) {
  const Target& device = npu();
  enableFault("select-fallback-copy");
  const Progress progress = campaign(device, 100);
  disableFaults();
  ASSERT_EQ(progress.findings.size(), 1U);
  EXPECT_EQ(progress.findings[0].signature, "aliasing:aten.select.int:copy");
  EXPECT_EQ(progress.findings[0].program.statements.size(), 3U);
  EXPECT_TRUE(progress.findings[0].one_minimal);
}

}  // namespace
}  // namespace viewfuzz::models
