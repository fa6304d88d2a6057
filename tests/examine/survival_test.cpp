#include "viewfuzz/examine/survival.h"

#include <gtest/gtest.h>

#include <unistd.h>

#include <atomic>
#include <csignal>
#include <memory>
#include <thread>

#include "tests/npu.h"
#include "tests/sanitizers.h"
#include "viewfuzz/campaign/supervisor.h"
#include "viewfuzz/generate/profile.h"
#include "viewfuzz/target/planted_faults.h"
#include "viewfuzz/text/text.h"

namespace viewfuzz {
namespace {

using Kind = Ending::Kind;

Ending after(const std::function<int()>& work, const Patience& patience = {}) {
  const Pulse still;
  return runApart(work, still, patience);
}

TEST(Apart, SaysHowAProcessEnded) {
  EXPECT_EQ(after([] { return 7; }).code, 7);
  EXPECT_EQ(after([]() -> int { throw std::runtime_error("on purpose"); }).code, 2);
  const Ending crash = after([] { return std::raise(SIGKILL); });
  EXPECT_EQ(crash.kind, Kind::crashed);
  EXPECT_EQ(crash.code, SIGKILL);
}

TEST(Apart, AProcessWithoutABeatHangs) {
  const Shared<Pulse> pulse;
  const auto sleep = [] { std::this_thread::sleep_for(std::chrono::milliseconds(20)); };
  const Patience patience{0.3, uint64_t{1} << 40};
  const auto beating = [&] {
    for (int i = 0; i < 50; ++i, sleep()) pulse->beat();
    return 0;
  };
  EXPECT_EQ(runApart(beating, *pulse, patience).kind, Kind::exited);
  EXPECT_EQ(after(
                [&] {
                  for (;;) sleep();
                  return 0;
                },
                patience)
                .kind,
            Kind::hung);
}

TEST(Apart, NoProcessIsLeftWhereTheWatcherGivesUp) {
  const Shared<std::atomic<pid_t>> process;
  const auto work = [&] {
    *process = getpid();
    for (;;) std::this_thread::sleep_for(std::chrono::seconds(1));
    return 0;
  };
  const auto give_up = [&] {
    if (*process != 0) throw std::runtime_error("on purpose");
  };
  const Pulse still;
  EXPECT_THROW(runApart(work, still, {}, give_up), std::runtime_error);
  EXPECT_EQ(kill(*process, 0), -1);
}

TEST(Apart, TheFirstBeatMayTakeLonger) {
  const Shared<Pulse> pulse;
  const auto doze = [] { std::this_thread::sleep_for(std::chrono::seconds(1)); };
  const Patience patience{0.1, uint64_t{1} << 40, 60};
  EXPECT_EQ(after([&] { return doze(), 0; }, patience).kind, Kind::exited);
  EXPECT_EQ(runApart([&] { return pulse->beat(), doze(), 0; }, *pulse, patience).kind, Kind::hung);
}

TEST(Apart, ACrashWithoutWordsEndsAtOnce) {
  const auto crash = [] { return silenceErrors(), std::raise(SIGSEGV); };
  const Ending ending = after(crash);
  EXPECT_EQ(ending.kind, Kind::crashed);
  EXPECT_EQ(ending.code, SIGSEGV);
  const auto overrun = [] {
    silenceErrors();
    const std::unique_ptr<char[]> small(new char[8]);
    const volatile char* beyond = small.get() + 8;
    return kAddressSanitizer ? static_cast<int>(*beyond) * 0 : 1;
  };
  EXPECT_EQ(after(overrun).code, 1);
}

TEST(Apart, AProcessThatGrowsIsEnded) {
  const auto work = [] {
    std::vector<std::vector<char>> kept;
    for (;;) kept.emplace_back(1 << 20, 'x');
    return 0;
  };
  EXPECT_EQ(after(work, {60, uint64_t{64} << 20}).kind, Kind::grew);
}

TEST(Apart, WhatIsSharedIsSeen) {
  const Shared<std::atomic<int>> number;
  after([&] { return *number = 5, 0; });
  EXPECT_EQ(*number, 5);
}

TargetPtr broken(const std::string& fault) {
  TargetPtr device = openNpu();
  enableFault(fault);
  return device;
}

Progress supervised(const std::string& fault, uint64_t cases) {
  const Cases drawn = Cases::drawn(Generator(profiles().front()));
  CampaignOptions options;
  options.cases = cases;
  options.patience = 2;
  return superviseCampaign(
      drawn, [&] { return fault.empty() ? openNpu() : broken(fault); }, options,
      [](const Progress&) { return true; }, [](const Finding&) {});
}

TEST(Supervisor, CountsTheCasesOfARightBackend) {
  const Progress progress = supervised("", 3000);
  EXPECT_EQ(progress.cases, 3000U);
  EXPECT_TRUE(progress.findings.empty());
}

TEST(Supervisor, ACrashIsAFindingAndTheCampaignGoesOn) {
  const Progress progress = supervised("crash-on-empty", 1500);
  ASSERT_FALSE(progress.findings.empty());
  const Finding& finding = progress.findings.front();
  EXPECT_EQ(finding.violation.property, Property::survival);
  EXPECT_EQ(finding.violation.condition, "crash");
  EXPECT_EQ(finding.program.statements.size(), 2U) << print(finding.program);
  EXPECT_TRUE(finding.one_minimal);
  EXPECT_GT(progress.cases, 1000U);  // less those that crash
}

TEST(Supervisor, AHangIsAFinding) {
  const Progress progress = supervised("hang-on-rank-0", 100);
  ASSERT_FALSE(progress.findings.empty());
  EXPECT_EQ(progress.findings.front().signature.substr(0, 9), "survival:");
  EXPECT_EQ(progress.findings.front().violation.condition, "hang");
}

TEST(Supervisor, ALeakIsAFinding) {
  const Survival survival([] { return broken("leak-on-copy"); });
  const Program program = parse(
      "# viewfuzz program 1\nt0 = tensor([2], float32, iota)\n"
      "t1 = tensor([2], float32, iota)\naten.copy_(t0, t1)\n");
  const auto violation = survival.examineMemory(program);
  ASSERT_TRUE(violation);
  EXPECT_EQ(violation->condition, "memory");
  EXPECT_FALSE(Survival(openNpu).examineMemory(program));
}

TEST(Supervisor, OfNoStatementsNothingIsSaid) {
  const Survival survival(openNpu);
  EXPECT_FALSE(survival.examine({}));
  EXPECT_FALSE(survival.examineMemory({}));
}

TEST(Supervisor, ABackendThatCannotBeLoadedIsAnError) {
  const Cases drawn = Cases::drawn(Generator(profiles().front()));
  const auto load = []() -> TargetPtr { throw std::runtime_error("there is none"); };
  EXPECT_THROW(
      {
        try {
          superviseCampaign(
              drawn, load, {}, [](const Progress&) { return true; }, [](const Finding&) {});
        } catch (const std::runtime_error& error) {
          EXPECT_STREQ(error.what(), "there is none");
          throw;
        }
      },
      std::runtime_error);
}

}  // namespace
}  // namespace viewfuzz
