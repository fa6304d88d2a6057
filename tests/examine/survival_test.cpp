#include "viewfuzz/examine/survival.h"

#include <gtest/gtest.h>
#include <torch/library.h>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <stdexcept>
#include <thread>

#include "tests/npu.h"
#include "viewfuzz/campaign/supervisor.h"
#include "viewfuzz/examine/checks.h"
#include "viewfuzz/examine/localize.h"
#include "viewfuzz/generate/profile.h"
#include "viewfuzz/target/planted_faults.h"
#include "viewfuzz/text/text.h"

namespace viewfuzz {
namespace {

TargetPtr broken(const std::string& fault) {
  TargetPtr device = openNpu();
  enableFault(fault);
  return device;
}

[[noreturn]] void crash() {
  silenceErrors();
  std::raise(SIGSEGV);
  std::abort();
}

/// As long as it lives, two ops end a process that calls them on the CPU with three elements.
class BrokenCpu {
 public:
  BrokenCpu() : kernels_(torch::Library::IMPL, "aten", c10::DispatchKey::CPU, __FILE__, __LINE__) {
    kernels_.impl(
        "zero_", +[](at::Tensor& self) -> at::Tensor& {
          if (self.numel() == 3) crash();
          return self.fill_(0);
        });
    kernels_.impl(
        "neg_", +[](at::Tensor& self) -> at::Tensor& {
          if (self.numel() == 3) crash();
          return self.mul_(-1);
        });
  }

 private:
  torch::Library kernels_;
};

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
  EXPECT_EQ(finding.violation.condition, Condition::crash);
  EXPECT_EQ(finding.program.statements.size(), 2U) << print(finding.program);
  // Of the reduced program, of which the CPU refuses nothing.
  EXPECT_EQ(finding.violation.refused_by_reference, std::vector<size_t>{});
  EXPECT_TRUE(finding.one_minimal);
  EXPECT_GT(progress.cases, 1000U);
}

TEST(Supervisor, AHangIsAFinding) {
  const Progress progress = supervised("hang-on-rank-0", 100);
  ASSERT_FALSE(progress.findings.empty());
  EXPECT_EQ(progress.findings.front().signature.substr(0, 9), "survival:");
  EXPECT_EQ(progress.findings.front().violation.condition, Condition::hang);
}

TEST(Survival, AnErrorAtTheDownloadIsThatOfTheStatementBefore) {
  const Survival survival([] { return broken("download-throws"); });
  std::string text =
      "# viewfuzz program 1\nt0 = tensor([2], float32, iota, strides=[2])\naten.zero_(t0)\n"
      "t1 = aten.add.Tensor(t0, t0)\n";
  for (const int longer : {0, 100}) {  // a program that is run as a whole first, too
    for (int i = 0; i < longer; ++i) text += "aten.mul_.Tensor(t1, t1)\n";
    const auto violation = survival.examine(parse(text));
    ASSERT_TRUE(violation) << longer;
    EXPECT_EQ(violation->signature(), "survival:aten.zero_:error");
    EXPECT_EQ(violation->statement, 1U);
    EXPECT_EQ(violation->odd, OddOneOut::device);
    EXPECT_NE(describe(*violation).find("a kernel that was launched before has failed"),
              std::string::npos)
        << describe(*violation);
  }
}

TEST(Survival, WhatEndsTheCpuIsNoneOfTheDevicesDoing) {
  const BrokenCpu broken_cpu;
  const Survival survival([] { return openNpu(); });
  const Program program =
      parse("# viewfuzz program 1\nt0 = tensor([3], float32, iota)\naten.zero_(t0)\n");
  EXPECT_FALSE(survival.examine(program)) << "the device has a kernel of its own";
  const auto violation = survival.examineReference(program);
  ASSERT_TRUE(violation);
  EXPECT_EQ(violation->signature(), "survival:aten.zero_:crash:reference");
  EXPECT_EQ(violation->odd, OddOneOut::reference);
  EXPECT_TRUE(survival.failsLike(program, *violation));

  // Here the device calls the CPU, and ends with it.
  const Program fallback =
      parse("# viewfuzz program 1\nt0 = tensor([3], float32, iota)\naten.neg_(t0)\n");
  const auto both = survival.examine(fallback);
  ASSERT_TRUE(both);
  EXPECT_EQ(both->signature(), "survival:aten.neg_:crash:reference");
  EXPECT_EQ(both->odd, OddOneOut::reference);
}

TEST(Survival, WhatTheReferenceRefusedIsKept) {
  const Survival survival([] { return broken("crash-on-empty"); });
  const std::string refused = "t1 = refused aten.select.int(t0, 5, 0)\n";
  std::string text = "# viewfuzz program 1\nt0 = tensor([2], float32, iota)\n" + refused;
  std::vector<size_t> expected = {1};
  for (const int longer : {0, 100}) {  // a long program is run as a whole
    for (int i = 0; i < longer; ++i) text += "aten.neg_(t0)\n";
    const auto program = parse(text + "t2 = tensor([0], float32, iota)\naten.zero_(t2)\n" +
                               "t3 = refused aten.select.int(t0, 7, 0)\n");
    const auto violation = survival.examine(program);
    ASSERT_TRUE(violation) << longer;
    EXPECT_EQ(violation->signature(), "survival:aten.zero_:crash");
    ASSERT_TRUE(violation->refused_by_reference);
    // The CPU, which lives through it, refuses the last statement as well.
    expected = {1, program.statements.size() - 1};
    EXPECT_EQ(*violation->refused_by_reference, expected);
    const auto& ended = std::get<evidence::Ended>(violation->evidence);
    EXPECT_EQ(ended.how, evidence::Ended::How::signaled);
    EXPECT_EQ(ended.code, SIGSEGV);
  }
}

TEST(Survival, TheRefusalsUpToTheEndOfTheCpuAreKept) {
  const BrokenCpu broken_cpu;
  const Survival survival([] { return openNpu(); });
  const auto violation =
      survival.examineReference(parse("# viewfuzz program 1\nt0 = tensor([3], float32, iota)\n"
                                      "t1 = refused aten.select.int(t0, 5, 0)\naten.zero_(t0)\n"
                                      "t2 = refused aten.select.int(t0, 5, 0)\n"));
  ASSERT_TRUE(violation);
  EXPECT_EQ(violation->odd, OddOneOut::reference);
  EXPECT_EQ(violation->refused_by_reference, std::vector<size_t>{1});
}

TEST(Survival, OfAnOpThatTheCpuDoesNotKnowNoRefusalIsKept) {
  const Survival survival([] { return openNpu(); });
  EXPECT_FALSE(survival.refusedByReference(
      parse("# viewfuzz program 1\nt0 = tensor([3], float32, iota)\nt1 = no.such_op(t0)\n")));
}

TEST(Survival, ABackendThatIsNotThereAgainIsAnErrorInTime) {
  const Program program = parse("# viewfuzz program 1\nt0 = tensor([3], float32, iota)\n");
  const Survival blocks(
      []() -> TargetPtr {
        for (;;) std::this_thread::sleep_for(std::chrono::seconds(1));
      },
      Patience{0.5, 0.01, 0.01});
  EXPECT_THROW(blocks.examine(program), CannotLoad);
  const Survival throws([]() -> TargetPtr { throw std::runtime_error("there is none"); });
  EXPECT_THROW(throws.examine(program), CannotLoad);
  EXPECT_THROW(throws.examineMemory(program), CannotLoad);
}

TEST(Survival, AStopGivesNoViolation) {
  Waiting waiting;
  waiting.stop.request();
  const Survival survival([] { return broken("crash-on-empty"); }, {}, waiting);
  EXPECT_FALSE(survival.examine(
      parse("# viewfuzz program 1\nt0 = tensor([0], float32, iota)\naten.zero_(t0)\n")));
}

TEST(Localize, BeatsWithEachStatement) {
  std::string text = "# viewfuzz program 1\nt0 = tensor([3], float32, iota)\n";
  for (int i = 0; i < 100; ++i) text += "aten.mul_.Tensor(t0, t0)\n";
  Pulse pulse;
  pulse_of_this_process = &pulse;
  Checks checks(npu(), cpu());
  EXPECT_FALSE(localize(parse(text), npu(), cpu(), checks));
  pulse_of_this_process = nullptr;
  EXPECT_GE(pulse.beats, 200U);
}

TEST(Supervisor, ALeakIsAFinding) {
  const Survival survival([] { return broken("leak-on-copy"); });
  const Program program = parse(
      "# viewfuzz program 1\nt0 = tensor([2], float32, iota)\n"
      "t1 = tensor([2], float32, iota)\naten.copy_(t0, t1)\n");
  const auto violation = survival.examineMemory(program);
  ASSERT_TRUE(violation);
  EXPECT_EQ(violation->condition, Condition::memory);
  EXPECT_EQ(violation->refused_by_reference, std::vector<size_t>{});
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
