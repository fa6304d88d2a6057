// Every fault is wrong while it is on, in the way it says, and gone when it is off.
#include <set>

#include "backend/npu.h"
#include "tests/backend/fault_victims.h"

namespace {

// These end the process (fault_process_test.cpp).
const std::set<std::string> kEndTheProcess = {"crash-on-empty", "download-throws", "hang-on-rank-0",
                                              "leak-on-copy", "overrun-of-one-byte"};

std::vector<Victim> all_victims() {
  std::vector<Victim> all = first_victims();
  for (const auto& part : {offset_victims(), copy_victims(), view_victims(), call_victims()})
    all.insert(all.end(), part.begin(), part.end());
  return all;
}

const std::vector<Victim> kVictims = all_victims();

// Programs that trigger no fault.
at::Tensor harmless(at::Device device) {
  const at::Tensor base = at::zeros({4, 4}, device);
  base.select(0, 2).add_(3);
  base.copy_(base + 1);
  base.slice(0, 0, 2).mul_(2);
  return base;
}

Outcome outcome_of(at::Tensor (*program)(at::Device), at::Device device) {
  return outcome_on(device, [program](at::Device d) { return std::vector{program(d)}; });
}

// The same bytes, strides and refusal as on the CPU.
bool right(at::Tensor (*program)(at::Device)) {
  const Outcome cpu = outcome_of(program, at::kCPU);
  const Outcome device = outcome_of(program, npu());
  if (cpu.refusal || device.refusal) return cpu.refusal.has_value() == device.refusal.has_value();
  return static_cast<bool>(same_everything(cpu.tensors[0], device.tensors[0]));
}

// With the fault switched on anew, which forgets what it kept.
bool right_under(const char* fault, at::Tensor (*program)(at::Device)) {
  EXPECT_EQ(npu_fault_enable(fault), 0) << fault;
  const bool is_right = right(program);
  EXPECT_EQ(npu_fault_disable(fault), 0);
  return is_right;
}

TEST(Faults, AreWrongOnlyWhileTheyAreOn) {
  for (const Victim& victim : kVictims) {
    EXPECT_TRUE(right(victim.program)) << "before " << victim.fault;
    EXPECT_FALSE(right_under(victim.fault, victim.program)) << victim.fault;
    EXPECT_FALSE(right_under(victim.fault, victim.program)) << victim.fault << ", once more";
    EXPECT_TRUE(right(victim.program)) << "after " << victim.fault;
  }
}

TEST(Faults, LeaveAloneWhatIsNextToTheirTrigger) {
  for (const Victim& victim : kVictims) {
    EXPECT_FALSE(outcome_of(victim.spared, at::kCPU).refusal) << victim.fault;
    EXPECT_TRUE(right(victim.spared)) << victim.fault;
    EXPECT_TRUE(right_under(victim.fault, victim.spared)) << victim.fault;
    EXPECT_TRUE(right_under(victim.fault, harmless)) << victim.fault;
  }
}

TEST(Faults, AllHaveAVictim) {
  std::set<std::string> seen = kEndTheProcess;
  for (const Victim& victim : kVictims) seen.insert(victim.fault);
  std::istringstream lines(npu_fault_names());
  for (std::string line; std::getline(lines, line);)
    EXPECT_TRUE(seen.contains(line.substr(0, line.find('\t')))) << line;
}

TEST(Faults, AllGoAtOnce) {
  for (const Victim& victim : kVictims) ASSERT_EQ(npu_fault_enable(victim.fault), 0);
  ASSERT_EQ(npu_fault_enable("offset-dst"), 0);  // twice is harmless
  ASSERT_EQ(npu_fault_disable("all"), 0);
  for (const Victim& victim : kVictims) EXPECT_TRUE(right(victim.program)) << victim.fault;
}

TEST(Faults, UnknownNamesAreToldApart) {
  EXPECT_NE(npu_fault_enable("no-such-fault"), 0);
  EXPECT_NE(npu_fault_enable(""), 0);
  EXPECT_NE(npu_fault_disable("no-such-fault"), 0);
}

TEST(Faults, AreListedWithADescription) {
  const std::string names = npu_fault_names();
  for (const Victim& victim : kVictims)
    EXPECT_NE(names.find(victim.fault + std::string("\t")), std::string::npos) << victim.fault;
}

TEST(Faults, TheSelectedCopyStillCallsItselfAView) {
  ASSERT_EQ(npu_fault_enable("select-fallback-copy"), 0);
  const at::Tensor base = at::zeros({4, 4}, npu());
  const at::Tensor row = base.select(0, 1);
  const at::Tensor column = base.select(1, 1);
  npu_fault_disable("all");
  EXPECT_TRUE(row.is_alias_of(base));
  EXPECT_FALSE(column.is_alias_of(base));
  EXPECT_TRUE(column.is_view());
  EXPECT_TRUE(column._base().is_same(base));
}

// Run by ctest with NPU_FAULT set; without it, there is nothing to see.
TEST(FaultFromEnvironment, DISABLED_IsOnFromTheStart) {
  for (const Victim& victim : first_victims()) {
    const std::string name = victim.fault;
    EXPECT_EQ(right(victim.program), name != "temp-no-scatter" && name != "offset-dst") << name;
  }
}

}  // namespace
