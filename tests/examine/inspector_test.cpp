// The one door: each way on which a look may see something, on the simulated NPU.
#include "viewfuzz/examine/inspector.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "tests/npu.h"
#include "viewfuzz/isolate/pulse.h"
#include "viewfuzz/target/planted_faults.h"
#include "viewfuzz/text/text.h"

namespace viewfuzz {
namespace {

Program lookedAt(const std::string& lines) { return parse("# viewfuzz program 1\n" + lines); }

Program regression(const std::string& fault) {
  return parseFile(fmt::format("{}/regressions/{}.vf", VIEWFUZZ_CORPUS, fault));
}

/// An inspector of the NPU with a planted fault, which is on as long as it lives.
struct FaultyDevice {
  explicit FaultyDevice(const std::string& fault) { enableFault(fault); }
  ~FaultyDevice() { disableFaults(); }
  FaultyDevice(const FaultyDevice&) = delete;
  FaultyDevice& operator=(const FaultyDevice&) = delete;

  const Target& device = npu();
  Inspector inspector{device, cpu()};
};

/// The copy shows in no run but that with autograd.
Program wrongInAGradient() {
  return lookedAt(
      "t0 = tensor([2], float32, iota)\n"
      "t1 = aten.select.int(t0, 0, 1)\n");
}

/// More statements than are looked at after each; the `late`-th is the first that differs.
Program longProgram(size_t late) {
  std::string lines = "t0 = tensor([4, 4], float32, iota)\n";
  for (size_t i = 1; i < 2 * kLongProgram; ++i) {
    lines += i == late ? fmt::format("t{} = aten.select.int(t0, 1, 2)\n", i)
                       : fmt::format("t{} = aten.neg(t0)\n", i);
  }
  return lookedAt(lines + fmt::format("aten.zero_(t{})\n", late));
}

std::string nameOf(const Look& look) {
  return look.witness ? look.witness->violation.signature() : "";
}

TEST(Look, ShowsNothingOfARightDevice) {
  Inspector inspector(npu(), cpu());
  for (const Program& program : {regression("select-fallback-copy"), longProgram(9), Program{}}) {
    const Look look = inspector.look(program);
    EXPECT_EQ(nameOf(look), "");
    EXPECT_FALSE(look.differs);
    EXPECT_FALSE(look.parting);
  }
}

TEST(Look, SaysWhichStatementDiffers) {
  FaultyDevice faulty("select-fallback-copy");
  const Program program = regression("select-fallback-copy");
  const Look look = faulty.inspector.look(program, LookOptions::ofCase(1));
  EXPECT_TRUE(look.differs);
  ASSERT_TRUE(look.witness);
  EXPECT_EQ(nameOf(look), "aliasing:aten.select.int:copy");
  EXPECT_EQ(look.witness->violation.statement, 1U);
  EXPECT_EQ(look.witness->program, program);
  EXPECT_EQ(look.witness->provenance.statements, 3U);
  EXPECT_FALSE(look.witness->provenance.localized);
}

TEST(Look, PassesOverWhatIsNotAskedFor) {
  FaultyDevice faulty("select-fallback-copy");
  const Program program = regression("select-fallback-copy");
  const Look look = Inspector(faulty.device, cpu(), {Property::values}).look(program);
  EXPECT_TRUE(!look.witness && look.passed_over && look.not_asked);
  EXPECT_FALSE(faulty.inspector.look(program).not_asked);
}

TEST(Look, AsksNoTrialOfAPropertyThatIsNotAskedFor) {
  FaultyDevice faulty("offset-dst");
  EXPECT_EQ(nameOf(faulty.inspector.look(wrongInAGradient())), "gradient:backward:values");
  Inspector inspector(faulty.device, cpu(), chosenProperties({}, {"gradient"}));
  const Look look = inspector.look(wrongInAGradient());
  EXPECT_FALSE(look.witness || look.passed_over);
}

TEST(Look, ThoroughSeesWhatIsGoneAtTheEnd) {
  FaultyDevice faulty("offset-dst");
  // The element in front of the view is written, and then the whole.
  const Program program = lookedAt(
      "t0 = tensor([3], float32, iota)\n"
      "t1 = aten.slice.Tensor(t0, 0, 2, 3, 1)\n"
      "aten.zero_(t1)\n"
      "t2 = tensor([3], float32, iota)\n"
      "aten.copy_(t0, t2)\n");
  LookOptions options = LookOptions::ofCase(0);
  options.trials = LookOptions::Trials::none;
  EXPECT_EQ(nameOf(faulty.inspector.look(program, options)), "");
  options.thorough = true;
  EXPECT_EQ(nameOf(faulty.inspector.look(program, options)), "containment:aten.zero_");
}

TEST(Look, AsksATrialInSomeOfTheCasesOrAlways) {
  FaultyDevice faulty("offset-dst");
  const auto seen = [&](const LookOptions& options) {
    return nameOf(faulty.inspector.look(wrongInAGradient(), options));
  };
  constexpr uint64_t kCases = 640;
  uint64_t by_schedule = 0;
  for (uint64_t i = 0; i < kCases; ++i) {
    const std::string name = seen(LookOptions::ofCase(i));
    if (name.empty()) continue;
    EXPECT_EQ(name, "gradient:backward:values");
    ++by_schedule;
  }
  EXPECT_GT(by_schedule, 2U);
  EXPECT_LT(by_schedule, 30U);  // one in 64

  const std::set<Property> always = {Property::gradient};
  LookOptions options = LookOptions::ofCase(0);
  EXPECT_EQ(seen(options), "");
  options.always = &always;
  EXPECT_EQ(seen(options), "gradient:backward:values");
  EXPECT_EQ(seen({}), "gradient:backward:values");
  options = {};
  options.trials = LookOptions::Trials::none;
  EXPECT_EQ(seen(options), "");
}

TEST(Look, SeesWhatOnlyGoesWrongWhenNobodyLooks) {
  FaultyDevice faulty("async-late");
  const Look look = faulty.inspector.look(regression("async-late"), LookOptions::ofCase(1));
  EXPECT_TRUE(look.differs);
  EXPECT_EQ(nameOf(look), "repeat:aten.zero_:unobserved");
}

TEST(Look, OfALongProgramTheFirstStatementThatDiffersStandsAlone) {
  FaultyDevice faulty("select-fallback-copy");
  const Program program = longProgram(100);
  for (const LookOptions& options : {LookOptions(), LookOptions::ofCase(1)}) {
    const Look look = faulty.inspector.look(program, options);
    EXPECT_TRUE(look.differs);
    ASSERT_TRUE(look.parting);
    EXPECT_EQ(look.parting->statement, 100U);
    EXPECT_EQ(look.parting->op, "aten.select.int");
    EXPECT_EQ(look.compared, 101U);
    ASSERT_TRUE(look.witness);
    EXPECT_EQ(nameOf(look), "aliasing:aten.select.int:copy");
    EXPECT_EQ(look.witness->program.statements.size(), 2U);
    EXPECT_EQ(look.witness->provenance.statements, program.statements.size());
    EXPECT_TRUE(look.witness->provenance.localized);
  }
}

TEST(Look, AShortProgramIsLocalizedWhereThatIsAskedFor) {
  FaultyDevice faulty("select-fallback-copy");
  LookOptions options;
  options.localize = true;
  const Look look = faulty.inspector.look(regression("select-fallback-copy"), options);
  ASSERT_TRUE(look.parting);
  EXPECT_EQ(look.parting->statement, 1U);
  ASSERT_TRUE(look.witness);
  EXPECT_TRUE(look.witness->provenance.localized);
}

TEST(Look, OfALongProgramBeatsAtEachStatementAndStops) {
  FaultyDevice faulty("select-fallback-copy");
  Pulse pulse;
  const StopCondition stop;
  faulty.inspector.stopAt(stop);
  pulse_of_this_process = &pulse;
  EXPECT_TRUE(faulty.inspector.look(longProgram(100)).witness);
  pulse_of_this_process = nullptr;
  EXPECT_GT(pulse.beats, 100U);
  stop.request();
  EXPECT_FALSE(faulty.inspector.look(longProgram(100)).parting);
}

TEST(Look, PassesOverWhatIsReported) {
  FaultyDevice faulty("select-fallback-copy");
  const std::set<std::string> reported = {"aliasing:aten.select.int:copy"};
  LookOptions options;
  options.reported = &reported;
  for (const Program& program : {regression("select-fallback-copy"), longProgram(100)}) {
    const Look look = faulty.inspector.look(program, options);
    EXPECT_FALSE(look.witness);
    EXPECT_TRUE(look.passed_over);
  }
}

TEST(Look, AsksForSurvivalLast) {
  FaultyDevice faulty("select-fallback-copy");
  int asked = 0;
  LookOptions options;
  options.survival = [&](const Program& program) {
    ++asked;
    Violation violation;
    violation.property = Property::survival;
    violation.statement = program.statements.size() - 1;
    violation.op = "aten.zero_";
    return violation;
  };
  EXPECT_EQ(nameOf(faulty.inspector.look(regression("select-fallback-copy"), options)),
            "aliasing:aten.select.int:copy");
  EXPECT_EQ(asked, 0);
  EXPECT_EQ(nameOf(faulty.inspector.look(regression("crash-on-empty"), options)),
            "survival:aten.zero_");
  EXPECT_EQ(asked, 1);
}

TEST(Shrink, GivesTheSmallestProgramAndSaysWhatItTook) {
  FaultyDevice faulty("select-fallback-copy");
  const Look look = faulty.inspector.look(longProgram(100));
  ASSERT_TRUE(look.witness);
  const auto minimal = faulty.inspector.shrink(*look.witness);
  ASSERT_TRUE(minimal);
  EXPECT_EQ(minimal->program, regression("select-fallback-copy"));
  EXPECT_EQ(minimal->violation.signature(), "aliasing:aten.select.int:copy");
  EXPECT_EQ(minimal->provenance.statements, look.witness->provenance.statements);
  EXPECT_GT(minimal->effort.runs, 0);
  EXPECT_GT(minimal->effort.seconds, 0);
  EXPECT_TRUE(minimal->effort.one_minimal);
  EXPECT_EQ(minimal->effort.cut, Cut::none);
}

TEST(Shrink, SaysThatItWasCutShort) {
  FaultyDevice faulty("select-fallback-copy");
  const Look look = faulty.inspector.look(longProgram(100));
  ASSERT_TRUE(look.witness);
  Budget one_run;
  one_run.runs = 1;
  const auto poor = faulty.inspector.shrink(*look.witness, one_run);
  ASSERT_TRUE(poor);
  EXPECT_EQ(poor->effort.runs, 1);
  EXPECT_FALSE(poor->effort.one_minimal);
  EXPECT_EQ(poor->effort.cut, Cut::budget);
  Budget stopped;
  stopped.stop.emplace();
  stopped.stop->request();
  const auto ended = faulty.inspector.shrink(*look.witness, stopped);
  ASSERT_TRUE(ended);
  EXPECT_EQ(ended->effort.runs, 0);
  EXPECT_FALSE(ended->effort.one_minimal);
  EXPECT_EQ(ended->effort.cut, Cut::stopped);
}

TEST(Shrink, TheCheckForSmallerNeighborsIsPaidForAsWell) {
  FaultyDevice faulty("select-fallback-copy");
  const Look look = faulty.inspector.look(regression("select-fallback-copy"));
  ASSERT_TRUE(look.witness);
  const auto whole = faulty.inspector.shrink(*look.witness);
  ASSERT_TRUE(whole);
  Budget budget;
  budget.runs = whole->effort.runs - 1;
  const auto unproven = faulty.inspector.shrink(*look.witness, budget);
  ASSERT_TRUE(unproven);
  EXPECT_EQ(unproven->program, whole->program);
  EXPECT_FALSE(unproven->effort.one_minimal);
  EXPECT_EQ(unproven->effort.cut, Cut::budget);
}

// The seventeenth copy is the one in the fast run of the look. None of the slower runs behind it
// meets another.
TEST(Look, SeesWhatOnlyTheFastRunMeets) {
  FaultyDevice faulty("every-17th-copy");
  const Program program = lookedAt(
      "t0 = tensor([2], float32, iota)\n"
      "t1 = tensor([2], float32, zeros)\n"
      "aten.copy_(t1, t0)\n");
  for (int i = 0; i < 16; ++i) EXPECT_FALSE(faulty.inspector.checks().differs(program)) << i;
  LookOptions options;
  options.trials = LookOptions::Trials::none;
  const Look look = faulty.inspector.look(program, options);
  EXPECT_TRUE(look.differs);
  EXPECT_EQ(nameOf(look), "repeat:aten.copy_:sometimes");
  ASSERT_TRUE(look.witness);
  const auto clear = faulty.inspector.clarify(*look.witness);  // it looks many times
  ASSERT_TRUE(clear);
  EXPECT_EQ(clear->violation.signature(), "repeat:aten.copy_:sometimes");
}

}  // namespace
}  // namespace viewfuzz
