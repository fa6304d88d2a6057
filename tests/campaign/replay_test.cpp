#include "viewfuzz/campaign/replay.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "tests/npu.h"
#include "viewfuzz/campaign/bisect.h"
#include "viewfuzz/campaign/supervisor.h"
#include "viewfuzz/campaign/triage.h"
#include "viewfuzz/execute/operators.h"
#include "viewfuzz/target/planted_faults.h"
#include "viewfuzz/text/text.h"

namespace viewfuzz {
namespace {

Program replayedProgram(const std::string& statements) {
  return parse("# viewfuzz program 1\n" + statements);
}

LoadTarget npuWithFaults(const std::vector<std::string>& faults) {
  return [faults] {
    TargetPtr device = openNpu();
    for (const auto& fault : faults) enableFault(fault);
    return device;
  };
}

WorkWithBackend workOn(const std::vector<std::string>& faults, double patience = 5) {
  return {npuWithFaults(faults), {patience}, {}};
}

std::vector<Replayed> allReplayed(const std::vector<Program>& programs,
                                  const WorkWithBackend& work) {
  std::vector<Replayed> all;
  replay(programs, work, [&](size_t index, const Replayed& replayed) {
    EXPECT_EQ(index, all.size());
    all.push_back(replayed);
  });
  return all;
}

Program zeroOfNothing() {
  return replayedProgram("t0 = tensor([0, 4], int32, iota)\naten.zero_(t0)\n");
}
Program rightOne() {
  return replayedProgram("t0 = tensor([2], float32, iota)\nt1 = aten.add.Tensor(t0, t0)\n");
}

TEST(Replay, GoesOnBehindAProgramThatEndsTheProcess) {
  const auto seen = allReplayed({zeroOfNothing(), rightOne(), zeroOfNothing(), rightOne()},
                                workOn({"crash-on-empty"}));
  ASSERT_EQ(seen.size(), 4U);
  EXPECT_EQ(seen[0].signature, "survival:aten.zero_:crash");
  ASSERT_TRUE(seen[0].violation);
  EXPECT_EQ(seen[0].violation->statement, 1U);
  EXPECT_EQ(seen[1].signature, "");
  EXPECT_EQ(seen[2].signature, "survival:aten.zero_:crash");
  EXPECT_EQ(seen[3].signature, "");
}

TEST(Replay, GoesOnBehindAProgramThatBlocksTheProcess) {
  const Program hangs = replayedProgram(
      "t0 = tensor([2], float32, iota)\nt1 = aten.select.int(t0, 0, 1)\naten.mul_.Scalar(t1, 2)\n");
  const auto seen = allReplayed({hangs, rightOne()}, workOn({"hang-on-rank-0"}, 1));
  ASSERT_EQ(seen.size(), 2U);
  EXPECT_EQ(seen[0].signature, "survival:aten.mul_.Scalar:hang");
  EXPECT_EQ(seen[1].signature, "");
}

TEST(Replay, SaysWhatCannotBeRunAndGoesOn) {
  const Program impossible =
      replayedProgram("t0 = tensor([2], float32, iota)\nt1 = aten.no_such_op(t0)\n");
  const auto seen = allReplayed({impossible, rightOne()}, workOn({}));
  ASSERT_EQ(seen.size(), 2U);
  EXPECT_NE(seen[0].refused, "");
  EXPECT_FALSE(seen[0].violation);
  EXPECT_EQ(seen[1].refused, "");
}

TEST(Replay, EndsWhereItIsAskedTo) {
  WorkWithBackend work = workOn({});
  work.stop.request();
  EXPECT_TRUE(allReplayed({rightOne()}, work).empty());
}

TEST(Replay, ABackendThatCannotBeLoadedIsAnError) {
  const WorkWithBackend work{
      []() -> TargetPtr { throw std::runtime_error("no such device"); }, {5}, {}};
  EXPECT_THROW(allReplayed({rightOne()}, work), std::runtime_error);
  const WorkWithBackend ends{[]() -> TargetPtr { _exit(0); }, {5}, {}};
  EXPECT_THROW(allReplayed({rightOne()}, ends), std::runtime_error);
}

TEST(Bisect, SaysWhichStatementEndsTheProcess) {
  const Program program = replayedProgram(
      "t0 = tensor([3, 2], float32, iota)\nt1 = aten.slice.Tensor(t0, 0, 1, 1, 1)\n"
      "t2 = aten.add.Tensor(t0, t0)\naten.zero_(t1)\naten.zero_(t2)\n");
  const Bisected bisected = bisect(program, workOn({"crash-on-empty"}), Budget());
  ASSERT_TRUE(bisected.parting);
  EXPECT_EQ(bisected.parting->statement, 3U);
  EXPECT_EQ(bisected.parting->property, Property::survival);
  ASSERT_TRUE(bisected.minimal);
  EXPECT_EQ(print(bisected.minimal->program),
            "# viewfuzz program 1\nt0 = tensor([0], float32, iota)\naten.zero_(t0)\n");
}

TEST(Bisect, ARightBackendShowsNothing) {
  const Bisected bisected = bisect(rightOne(), workOn({}), Budget());
  EXPECT_FALSE(bisected.parting);
  EXPECT_FALSE(bisected.minimal);
}

/// All ways to look at one program give what they see the same name.
class OneName : public testing::TestWithParam<const char*> {};

TEST_P(OneName, InEveryCommand) {
  const std::string fault = GetParam();
  const Program program = parseFile(fmt::format("{}/regressions/{}.vf", VIEWFUZZ_CORPUS, fault));
  const LoadTarget load = npuWithFaults({fault});
  CampaignOptions options;
  options.patience = 2;
  const std::string triaged = Triage(load, options).examine(program).signature;
  EXPECT_NE(triaged, "");

  const auto replayed = allReplayed({program}, workOn({fault}, 2));
  ASSERT_EQ(replayed.size(), 1U);
  EXPECT_EQ(replayed[0].signature, triaged);

  const Bisected bisected = bisect(program, workOn({fault}, 2), Budget());
  if (bisected.minimal) {
    EXPECT_EQ(bisected.minimal->signature, triaged);
  }

  const std::vector<std::string> texts = {print(program)};
  options.cases = 1;
  std::vector<std::string> found;
  superviseCampaign(
      Cases::listed(texts), load, options, [](const Progress&) { return true; },
      [&](const Finding& finding) { found.push_back(finding.signature); });
  EXPECT_EQ(found, std::vector<std::string>{triaged});
}

INSTANTIATE_TEST_SUITE_P(Some, OneName,
                         testing::Values("select-fallback-copy", "dense-src", "offset-dst",
                                         "stale-strides", "version-still", "expand-write-accepted",
                                         "temp-no-scatter", "cast-truncates", "crash-on-empty",
                                         "download-throws", "async-late"));

}  // namespace
}  // namespace viewfuzz
