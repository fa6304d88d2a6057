#include <gtest/gtest.h>

#include <algorithm>

#include "tests/npu.h"
#include "viewfuzz/evaluate/evaluate.h"
#include "viewfuzz/generate/profile.h"

namespace viewfuzz {
namespace {

TargetPtr loadWithFault(const std::string& fault) {
  TargetPtr target = openTarget(VIEWFUZZ_NPU);
  disableFaults();
  if (!fault.empty()) enableFault(fault);
  return target;
}

EvaluateOptions quick(std::vector<PlantedFault> faults) {
  EvaluateOptions options;
  options.faults = std::move(faults);
  options.seeds = 2;
  options.seconds = 30;
  options.settle_cases = 0;
  options.survey_seconds = 0.05;
  options.quick = true;
  options.campaign.quiet = true;
  return options;
}

Evaluation evaluated(const EvaluateOptions& options, bool go_on) {
  return evaluate(Cases::drawn(Generator(profiles().front())), loadWithFault, options,
                  [go_on](const FaultResult&) { return go_on; });
}

TEST(Evaluate, FindsAnEasyFaultFromEverySeed) {
  const Evaluation seen = evaluated(quick({{"select-fallback-copy", "select copies"}}), true);
  ASSERT_EQ(seen.faults.size(), 1U);
  const FaultResult& fault = seen.faults.front();
  EXPECT_EQ(fault.name, "select-fallback-copy");
  ASSERT_EQ(fault.starts.size(), 2U);
  EXPECT_EQ(fault.found(), 2U);
  EXPECT_NE(fault.starts[0].seed, fault.starts[1].seed);
  for (const Start& start : fault.starts) {
    EXPECT_EQ(start.first.violation.property, Property::aliasing);
    EXPECT_GT(start.findings, 0U);
  }
  EXPECT_EQ(seen.left, 0U);
  const auto properties = fault.seenBy();
  EXPECT_NE(std::find(properties.begin(), properties.end(), Property::aliasing), properties.end());
}

TEST(Evaluate, AnInterruptionLeavesTheRest) {
  const Evaluation seen = evaluated(
      quick({{"select-fallback-copy", ""}, {"offset-dst", ""}, {"offset-src", ""}}), false);
  EXPECT_EQ(seen.faults.size(), 1U);
  EXPECT_EQ(seen.left, 2U);
}

TEST(Evaluate, AFaultThatIsNotThereIsAnError) {
  EXPECT_THROW(evaluated(quick({{"no-such-fault", ""}}), true), std::runtime_error);
}

}  // namespace
}  // namespace viewfuzz
