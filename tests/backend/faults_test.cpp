// Every fault is wrong while it is on, in the way it says, and gone when it is off.
#include "backend/npu.h"
#include "tests/backend/support.h"

namespace {

// A program that the fault of that name gets wrong.
struct Victim {
  const char* fault;
  at::Tensor (*program)(at::Device);  // returns the base
};

const std::vector<Victim> kVictims = {
    {"select-fallback-copy",
     [](at::Device device) {
       const at::Tensor base = at::zeros({4, 4}, device);
       base.select(1, 2).fill_(3);
       return base;
     }},
    {"offset-dst",
     [](at::Device device) {
       const at::Tensor base = at::zeros({4, 4}, device);
       base.slice(0, 2).copy_(moved(pattern({2, 4}), device));
       return base;
     }},
    {"offset-dst",
     [](at::Device device) {
       const at::Tensor base = at::zeros({4, 4}, device);
       base.slice(0, 3).fill_(2);
       return base;
     }},
    {"offset-bytes",
     [](at::Device device) { return moved(pattern({16}), device).slice(0, 3, 6).to(at::kDouble); }},
    {"offset-bytes",  // past the end, were it not held back
     [](at::Device device) {
       return moved(pattern({16}), device).slice(0, 11, 16).to(at::kComplexDouble);
     }},
    {"equal-stride-blit",
     [](at::Device device) {
       const at::Tensor base = at::zeros({8}, device);
       base.slice(0, 0, 8, 2).copy_(moved(pattern({8}), device).slice(0, 0, 8, 2));
       return base;
     }},
    {"temp-no-scatter",
     [](at::Device device) {
       const at::Tensor base = at::ones({4, 4}, device);
       base.t().add_(at::ones({4}, device));
       return base;
     }},
    {"temp-no-scatter",
     [](at::Device device) {
       const at::Tensor base = at::ones({4, 4}, device);
       base.slice(1, 1).mul_(5);
       return base;
     }},
    {"temp-no-scatter",
     [](at::Device device) {
       const at::Tensor base = at::ones({4, 4}, device);
       base.slice(1, 1).masked_fill_(at::ones({3}, at::device(device).dtype(at::kBool)), 5);
       return base;
     }},
};

// Programs that trigger no fault.
at::Tensor harmless(at::Device device) {
  const at::Tensor base = at::zeros({4, 4}, device);
  base.select(0, 2).add_(3);
  base.copy_(base + 1);
  base.slice(0, 0, 2).mul_(2);
  return base;
}

bool right(at::Tensor (*program)(at::Device)) {
  return static_cast<bool>(same_everything(program(at::kCPU), program(npu())));
}

TEST(Faults, AreWrongOnlyWhileTheyAreOn) {
  for (const Victim& victim : kVictims) {
    EXPECT_TRUE(right(victim.program)) << "before " << victim.fault;
    ASSERT_EQ(npu_fault_enable(victim.fault), 0) << victim.fault;
    EXPECT_FALSE(right(victim.program)) << victim.fault;
    EXPECT_TRUE(right(harmless)) << victim.fault;
    ASSERT_EQ(npu_fault_disable(victim.fault), 0);
    EXPECT_TRUE(right(victim.program)) << "after " << victim.fault;
  }
}

TEST(Faults, LeaveOtherProgramsAlone) {
  for (const Victim& fault : kVictims) {
    ASSERT_EQ(npu_fault_enable(fault.fault), 0);
    for (const Victim& other : kVictims)
      EXPECT_EQ(right(other.program), other.fault != std::string(fault.fault))
          << other.fault << " under " << fault.fault;
    npu_fault_disable(fault.fault);
  }
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
  for (const Victim& victim : kVictims) {
    const std::string name = victim.fault;
    EXPECT_EQ(right(victim.program), name != "temp-no-scatter" && name != "offset-dst") << name;
  }
}

}  // namespace
