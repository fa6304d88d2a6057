#include "viewfuzz/campaign/campaign.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "tests/npu.h"
#include "viewfuzz/target/planted_faults.h"
#include "viewfuzz/text/text.h"

namespace viewfuzz {
namespace {

Progress campaign(uint64_t seed, uint64_t cases) {
  const Cases drawn = Cases::drawn(Generator(profiles().front()));
  CampaignOptions options;
  options.seed = seed;
  options.cases = cases;
  return runCampaign(
      drawn, npu(), cpu(), options, [](const Progress&) { return true; }, [](const Finding&) {});
}

Progress withFault(const std::string& fault, uint64_t seed, uint64_t cases) {
  const Cases drawn = Cases::drawn(Generator(profiles().front()));
  CampaignOptions options;
  options.seed = seed;
  options.cases = cases;
  const Target& device = npu();
  enableFault(fault);
  Progress progress = runCampaign(
      drawn, device, cpu(), options, [](const Progress&) { return true; }, [](const Finding&) {});
  disableFaults();
  return progress;
}

TEST(Campaign, NothingIsFoundOnARightBackend) {
  const Progress progress = campaign(3, 5000);
  EXPECT_EQ(progress.cases, 5000U);
  for (const auto& finding : progress.findings)
    ADD_FAILURE() << finding.signature << "\n" << print(finding.program);
}

TEST(Campaign, TheStoryIsFoundFromEverySeedAndIsAlwaysTheSameProgram) {
  for (uint64_t seed = 1; seed <= 20; ++seed) {
    const Progress progress = withFault("select-fallback-copy", seed, 200);
    // Ops that are made of `select` (unbind, imag, …) lose the base as well, and are found too.
    const auto story = std::find_if(
        progress.findings.begin(), progress.findings.end(),
        [](const auto& found) { return found.signature == "aliasing:aten.select.int:copy"; });
    ASSERT_NE(story, progress.findings.end()) << seed;
    const Finding& finding = *story;
    EXPECT_EQ(print(finding.program),
              "# viewfuzz program 1\n"
              "t0 = tensor([2, 2], float32, iota)\n"
              "t1 = aten.select.int(t0, 1, 0)\n"
              "aten.zero_(t1)\n");
    EXPECT_TRUE(finding.one_minimal);
    EXPECT_LE(finding.reducer_runs, 300);
  }
}

TEST(Campaign, AFindingHasWhatPyTorchWarnsOf) {
  // Twice: libtorch says many of its warnings once in a process.
  for (uint64_t seed = 1; seed <= 2; ++seed) {
    const Progress progress = withFault("unfold-falls-back", seed, 3000);
    ASSERT_FALSE(progress.findings.empty());
    bool warned = false;
    for (const Finding& finding : progress.findings) {
      for (const auto& warning : finding.warnings)
        warned = warned || warning.find("appears to be a view operator") != std::string::npos;
    }
    EXPECT_TRUE(warned) << progress.findings.front().signature;
  }
}

struct Expectation {
  std::string fault;
  std::string signature;
  size_t statements;
};

class EachFault : public testing::TestWithParam<Expectation> {};

TEST_P(EachFault, IsFoundNamedAndReduced) {
  for (const uint64_t seed : {1, 2, 3}) {
    const Progress progress = withFault(GetParam().fault, seed, 20000);
    ASSERT_FALSE(progress.findings.empty()) << seed;
    bool named = false;
    for (const auto& finding : progress.findings) {
      named = named || finding.signature == GetParam().signature;
      // `index_put_` takes two sources with it, and may need a view of the destination.
      EXPECT_LE(finding.program.statements.size(), 6U) << print(finding.program);
      EXPECT_TRUE(finding.one_minimal) << print(finding.program);
      if (finding.signature == GetParam().signature) {
        EXPECT_EQ(finding.program.statements.size(), GetParam().statements)
            << print(finding.program);
      }
    }
    EXPECT_TRUE(named) << seed;
  }
}

INSTANTIATE_TEST_SUITE_P(
    Faults, EachFault,
    testing::Values(Expectation{"offset-dst", "containment:aten.copy_", 3},
                    Expectation{"offset-bytes", "values:aten.copy_", 3},
                    Expectation{"equal-stride-blit", "containment:aten.copy_", 3},
                    Expectation{"temp-no-scatter", "write-back:aten.mul_.Tensor", 2}),
    [](const auto& info) {
      std::string name = info.param.fault;
      std::replace(name.begin(), name.end(), '-', '_');
      return name;
    });

TEST(Campaign, IsDeterministic) {
  const Progress one = withFault("offset-dst", 5, 2000);
  const Progress other = withFault("offset-dst", 5, 2000);
  ASSERT_EQ(one.findings.size(), other.findings.size());
  for (size_t i = 0; i < one.findings.size(); ++i) {
    EXPECT_EQ(one.findings[i].case_index, other.findings[i].case_index);
    EXPECT_EQ(one.findings[i].program, other.findings[i].program);
    EXPECT_EQ(one.findings[i].reducer_runs, other.findings[i].reducer_runs);
  }
}

TEST(Campaign, EndsWhenItIsAskedTo) {
  const Cases drawn = Cases::drawn(Generator(profiles().front()));
  const Progress progress = runCampaign(
      drawn, cpu(), cpu(), {}, [](const Progress& so_far) { return so_far.cases < 100; },
      [](const Finding&) {});
  EXPECT_GE(progress.cases, 100U);
  EXPECT_LT(progress.cases, 300U);
}

}  // namespace
}  // namespace viewfuzz
