#include "viewfuzz/campaign/supervisor.h"

#include <ATen/record_function.h>
#include <gtest/gtest.h>
#include <torch/library.h>

#include <atomic>
#include <chrono>
#include <csignal>
#include <set>
#include <stdexcept>
#include <thread>

#include "tests/npu.h"
#include "viewfuzz/campaign/triage.h"
#include "viewfuzz/generate/profile.h"
#include "viewfuzz/text/text.h"

namespace viewfuzz {
namespace {

using Clock = std::chrono::steady_clock;

double secondsSince(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

void sleepFor(double seconds) {
  std::this_thread::sleep_for(std::chrono::duration<double>(seconds));
}

TargetPtr npuWith(const std::string& fault) {
  TargetPtr device = openNpu();
  if (!fault.empty()) enableFault(fault);
  return device;
}

const std::vector<std::string>& texts() {
  static const std::vector<std::string> all = {
      "# viewfuzz program 1\nt0 = tensor([0], float32, iota)\naten.zero_(t0)\n",
      "# viewfuzz program 1\nt0 = tensor([4, 2], float32, iota)\n"
      "t1 = aten.select.int(t0, 1, 0)\naten.zero_(t1)\n",
      "# viewfuzz program 1\nt0 = tensor([2], float32, iota)\nt1 = aten.add.Tensor(t0, t0)\n",
  };
  return all;
}

/// The first `count` of these programs from `first` on.
CampaignOptions theCases(uint64_t first, uint64_t count) {
  CampaignOptions options;
  options.first_case = first;
  options.cases = count;
  options.patience = 1;
  return options;
}

Progress run(
    const LoadTarget& load, const CampaignOptions& options, std::vector<Finding>& findings,
    const OnProgress& on_progress = [](const Progress&) { return true; }) {
  return superviseCampaign(Cases::listed(texts()), load, options, on_progress,
                           [&](const Finding& finding) { findings.push_back(finding); });
}

/// From the second time on that any process loads it, it blocks.
LoadTarget blockingSecondLoad(const std::string& fault, Shared<std::atomic<int>>& loads) {
  return [fault, &loads] {
    if ((*loads)++ > 0) {
      for (;;) sleepFor(1);
    }
    return npuWith(fault);
  };
}

TEST(Supervisor, AnErrorAtTheDownloadIsAFinding) {
  const Cases drawn = Cases::drawn(Generator(profiles().front()));
  CampaignOptions options;
  options.cases = 300;
  options.patience = 5;
  const Progress progress = superviseCampaign(
      drawn, [] { return npuWith("download-throws"); }, options,
      [](const Progress&) { return true; }, [](const Finding&) {});
  ASSERT_FALSE(progress.findings.empty());
  EXPECT_EQ(progress.cases, 300U) << "those that end the worker are among them";
  bool seen = false;
  for (const auto& finding : progress.findings) {
    if (finding.violation.condition != Condition::error) continue;
    seen = true;
    EXPECT_EQ(finding.violation.property, Property::survival);
    EXPECT_EQ(finding.program.statements.size(), 2U) << print(finding.program);
    EXPECT_TRUE(finding.one_minimal);
  }
  EXPECT_TRUE(seen);
}

TEST(Supervisor, SaysWhichCaseItMakesSmaller) {
  std::set<uint64_t> shrinking;
  std::vector<Finding> findings;
  run([] { return npuWith("crash-on-empty"); }, theCases(0, 1), findings,
      [&](const Progress& progress) {
        if (progress.shrinking) shrinking.insert(*progress.shrinking);
        return true;
      });
  EXPECT_EQ(findings.size(), 1U);
  EXPECT_EQ(shrinking, std::set<uint64_t>{0});
}

TEST(Supervisor, ASecondLoadThatBlocksIsAnEndWithWhatWasFound) {
  Shared<std::atomic<int>> loads;
  std::vector<Finding> findings;
  const auto start = Clock::now();
  try {
    run(blockingSecondLoad("crash-on-empty", loads), theCases(0, 3), findings);
    ADD_FAILURE() << "no other worker can go on";
  } catch (const std::runtime_error& error) {
    EXPECT_NE(std::string(error.what()).find("cannot be loaded again"), std::string::npos)
        << error.what();
  }
  EXPECT_LT(secondsSince(start), 60);
  ASSERT_EQ(findings.size(), 1U);
  EXPECT_EQ(findings.front().signature, "survival:process:crash");
  const auto& ended = std::get<evidence::Ended>(findings.front().violation.evidence);
  EXPECT_NE(ended.text.find("which alone does no harm"), std::string::npos) << ended.text;
  EXPECT_TRUE(findings.front().violation.refused_by_reference) << "the CPU lives through it";
}

TEST(Supervisor, ASecondLoadThatBlocksLeavesAFindingUnconfirmed) {
  Shared<std::atomic<int>> loads;
  std::vector<Finding> findings;
  const auto start = Clock::now();
  const Progress progress =
      run(blockingSecondLoad("select-fallback-copy", loads), theCases(1, 2), findings);
  EXPECT_LT(secondsSince(start), 60);
  EXPECT_EQ(progress.cases, 2U);
  ASSERT_EQ(findings.size(), 1U);
  EXPECT_EQ(findings.front().signature, "aliasing:aten.select.int:copy");
  EXPECT_FALSE(findings.front().confirmed);
}

TEST(Supervisor, TheWatcherWatchesWhileAFindingIsConfirmed) {
  Shared<std::atomic<int>> loads;
  const auto load = [&] {
    if ((*loads)++ > 0) sleepFor(2);  // of the confirmation
    return npuWith("select-fallback-copy");
  };
  std::vector<Finding> findings;
  auto last = Clock::now();
  double longest = 0;
  CampaignOptions options = theCases(1, 1);
  options.patience = 10;
  run(load, options, findings, [&](const Progress&) {
    longest = std::max(longest, secondsSince(last));
    last = Clock::now();
    return true;
  });
  ASSERT_EQ(findings.size(), 1U);
  EXPECT_TRUE(findings.front().confirmed);
  EXPECT_TRUE(findings.front().alone);
  EXPECT_GE(*loads, 2);
  EXPECT_LT(longest, 1.5) << "it was not looked at the worker for so long";
}

/// The first call of each op in a process takes this long from here on.
void letFirstUseTake(double seconds) {
  static double slow = 0;
  slow = seconds;
  at::addGlobalCallback(at::RecordFunctionCallback(
      [](const at::RecordFunction& function) -> std::unique_ptr<at::ObserverContext> {
        static std::set<std::string> seen;
        if (slow > 0 && seen.insert(function.name()).second) sleepFor(slow);
        return nullptr;
      }));
}

TEST(Supervisor, ABackendThatCompilesAtFirstUseIsRight) {
  const auto load = [] {
    TargetPtr device = openNpu();
    letFirstUseTake(0.4);
    return device;
  };
  std::vector<Finding> findings;
  CampaignOptions options = theCases(1, 2);
  const Progress progress = run(load, options, findings);
  EXPECT_EQ(progress.cases, 2U);
  EXPECT_TRUE(findings.empty()) << describe(findings.front().violation);
  // The same for a program that is looked into by itself, as after a crash.
  Triage triage(load, options);
  EXPECT_EQ(triage.examine(parse(texts()[1])).signature, "");
}

TEST(Supervisor, WhatEndsTheCpuIsABugOfTheReference) {
  std::vector<Finding> findings;
  Progress progress;
  {
    // In the worker only: it runs a program on both.
    torch::Library kernels(torch::Library::IMPL, "aten", c10::DispatchKey::CPU, __FILE__, __LINE__);
    kernels.impl(
        "zero_", +[](at::Tensor& self) -> at::Tensor& {
          if (self.dim() == 1 && self.numel() == 4) std::raise(SIGKILL);
          return self.fill_(0);
        });
    progress = run([] { return npuWith(""); }, theCases(1, 2), findings);
  }
  EXPECT_EQ(progress.cases, 2U) << "the one that ends the worker is one of them";
  ASSERT_EQ(findings.size(), 1U);
  EXPECT_EQ(findings.front().signature, "survival:aten.zero_:crash:reference");
  EXPECT_EQ(findings.front().violation.odd, OddOneOut::reference);
}

TEST(Supervisor, AnEndThatIsAskedForIsThereWithinASecond) {
  // Each op takes a while: a case takes seconds, and a reduction minutes.
  const auto load = [] {
    at::addGlobalCallback(at::RecordFunctionCallback(
        [](const at::RecordFunction&) -> std::unique_ptr<at::ObserverContext> {
          sleepFor(0.02);
          return nullptr;
        }));
    return npuWith("select-fallback-copy");
  };
  CampaignOptions options = theCases(1, 2);
  options.patience = 10;
  const StopCondition stop;
  options.stop = stop;
  std::vector<Finding> findings;
  const auto start = Clock::now();
  std::optional<Clock::time_point> asked;
  run(load, options, findings, [&](const Progress&) {
    if (!asked && secondsSince(start) > 1) {
      asked = Clock::now();
      stop.request();
    }
    return true;
  });
  ASSERT_TRUE(asked) << "it was through before";
  EXPECT_LT(secondsSince(*asked), 1.5);
}

TEST(Supervisor, TimeInAtenIsCountedBeforeACrash) {
  const Cases drawn = Cases::drawn(Generator(profiles().front()));
  CampaignOptions options;
  options.seconds = 10;
  bool counted = false;
  superviseCampaign(
      drawn, [] { return npuWith(""); }, options,
      [&](const Progress& progress) {
        // While the worker runs: what it does not show then is lost with it.
        counted = counted || (progress.seconds < 9 && progress.aten_seconds > 0);
        return !counted;
      },
      [](const Finding&) {});
  EXPECT_TRUE(counted);
}

TEST(Triage, AnErrorAtTheDownloadIsAFindingAndTheNextProgramIsLookedAt) {
  CampaignOptions options;
  options.patience = 5;
  Triage triage([] { return npuWith("download-throws"); }, options);
  const auto verdict = triage.examine(parse(texts()[1]));
  EXPECT_EQ(verdict.signature, "survival:aten.zero_:error");
  ASSERT_TRUE(verdict.finding);
  EXPECT_EQ(triage.examine(parse(texts()[2])).signature, "");
}

}  // namespace
}  // namespace viewfuzz
