#include "viewfuzz/campaign/triage.h"

#include <gtest/gtest.h>

#include "tests/npu.h"
#include "viewfuzz/execute/operators.h"
#include "viewfuzz/target/planted_faults.h"
#include "viewfuzz/text/text.h"

namespace viewfuzz {
namespace {

Program program(const std::string& statements) {
  return parse("# viewfuzz program 1\n" + statements);
}

Triage triageWith(const std::string& fault) {
  CampaignOptions options;
  options.patience = 5;
  const auto load = [fault] {
    TargetPtr device = openNpu();
    enableFault(fault);
    return device;
  };
  return {load, options};
}

constexpr const char* kFillsNothing =
    "t0 = tensor([3, 2], float32, iota)\n"
    "t1 = aten.slice.Tensor(t0, 0, 1, 1, 1)\n"
    "t2 = aten.add.Tensor(t0, t0)\n"
    "aten.zero_(t1)\n"
    "aten.zero_(t2)\n";

TEST(Triage, ACrashIsReducedOutsideOfThisProcess) {
  Triage triage = triageWith("crash-on-empty");
  const auto verdict = triage.examine(program(kFillsNothing));
  ASSERT_TRUE(verdict.finding);
  EXPECT_EQ(verdict.signature, "survival:aten.zero_:crash");
  EXPECT_EQ(print(verdict.finding->program),
            "# viewfuzz program 1\nt0 = tensor([0], float32, iota)\naten.zero_(t0)\n");
  EXPECT_EQ(verdict.finding->original_statements, 5U);
  EXPECT_TRUE(verdict.finding->one_minimal);
}

TEST(Triage, TheSameCrashIsOneFinding) {
  Triage triage = triageWith("crash-on-empty");
  EXPECT_TRUE(triage.examine(program(kFillsNothing)).finding);
  const auto again = triage.examine(program("t0 = tensor([2, 0], int64, iota)\naten.zero_(t0)\n"));
  EXPECT_EQ(again.signature, "survival:aten.zero_:crash");
  EXPECT_FALSE(again.finding);
}

TEST(Triage, AViolationGoesTheOrdinaryWay) {
  Triage triage = triageWith("select-fallback-copy");
  const auto verdict =
      triage.examine(program("t0 = tensor([4, 3, 2], float32, iota)\n"
                             "t1 = aten.select.int(t0, 2, 1)\n"
                             "aten.zero_(t1)\n"));
  ASSERT_TRUE(verdict.finding);
  EXPECT_EQ(verdict.signature, "aliasing:aten.select.int:copy");
  EXPECT_EQ(verdict.finding->program.statements.size(), 3U);
  EXPECT_TRUE(verdict.finding->violation.write_lost);
}

TEST(Triage, WhatGrowsIsSeenThoughItEnds) {
  Triage triage = triageWith("leak-on-copy");
  const auto verdict =
      triage.examine(program("t0 = tensor([4, 3], float32, iota)\n"
                             "t1 = tensor([3], float32, iota)\n"
                             "aten.copy_(t0, t1)\n"
                             "t2 = aten.add.Tensor(t0, t0)\n"));
  ASSERT_TRUE(verdict.finding);
  EXPECT_EQ(verdict.signature, "survival:aten.copy_:memory");
}

TEST(Triage, LastWordsAreKept) {
  Triage triage = triageWith("overrun-of-one-byte");
  const auto verdict = triage.examine(program("t0 = tensor([1], uint8, iota)\naten.zero_(t0)\n"));
  ASSERT_TRUE(verdict.finding);
  // Of AddressSanitizer, or of the allocator.
  const std::string& words = verdict.finding->last_words;
  EXPECT_TRUE(words.find("ERROR: AddressSanitizer") != std::string::npos ||
              words.find("bytes after its end were overwritten") != std::string::npos)
      << words;
}

TEST(Triage, ARightBackendShowsNothing) {
  CampaignOptions options;
  Triage triage(openNpu, options);
  const auto verdict = triage.examine(program(kFillsNothing));
  EXPECT_EQ(verdict.signature, "");
  EXPECT_FALSE(verdict.finding);
}

TEST(Triage, WhatCannotBeDoneIsAnError) {
  CampaignOptions options;
  Triage triage(openNpu, options);
  EXPECT_THROW(triage.examine(program("t0 = tensor([2], float32, iota)\naten.no_such_op(t0)\n")),
               BadCall);
  EXPECT_THROW(Triage([]() -> TargetPtr { throw std::runtime_error("there is none"); }, options),
               std::runtime_error);
}

}  // namespace
}  // namespace viewfuzz
