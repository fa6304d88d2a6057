// Each property is broken by hand in an observation of the CPU, and must be what the violation is
// named by.

#include "viewfuzz/judge/judge.h"

#include <gtest/gtest.h>

#include <cstring>

#include "tests/judge/judge_fixture.h"

namespace viewfuzz {
namespace {

constexpr const char* kStory =
    "t0 = tensor([2, 2], float32, iota)\nt1 = aten.select.int(t0, 1, 0)\naten.fill_.Scalar(t1, "
    "9)\n";

TEST_F(Judge, EqualObservationsAreFine) {
  run(kStory);
  EXPECT_EQ(signature(), "");
  EXPECT_TRUE(agreeAtTheEnd());
}

TEST_F(Judge, ACopyInsteadOfAView) {
  run(kStory);
  for (size_t i = 1; i < 3; ++i) {
    device.snapshots[i].tensors[1].layout.storage = 1;
    device.snapshots[i].storages.push_back(device.snapshots[i].storages[0]);
  }
  device.snapshots[2].storages[0] = device.snapshots[1].storages[0];  // the write went elsewhere
  EXPECT_FALSE(agreeAtTheEnd());
  const auto violation = judge(program, device, reference);
  ASSERT_TRUE(violation);
  EXPECT_EQ(violation->signature(), "aliasing:aten.select.int:copy");
  EXPECT_EQ(violation->statement, 1U);
  EXPECT_TRUE(violation->write_lost);
}

TEST_F(Judge, AViewInsteadOfACopy) {
  run("t0 = tensor([2], float32, iota)\nt1 = aten.clone(t0)\n");
  device.snapshots[1].tensors[1].layout.storage = 0;
  device.snapshots[1].storages.pop_back();
  EXPECT_EQ(signature(), "aliasing:aten.clone:shared");
  EXPECT_FALSE(agreeAtTheEnd());
}

TEST_F(Judge, AWrongStride) {
  run(kStory);
  for (size_t i = 1; i < 3; ++i) device.snapshots[i].tensors[1].layout.strides[0] = 1;
  EXPECT_EQ(signature(), "layout:aten.select.int");
  EXPECT_FALSE(agreeAtTheEnd());
}

TEST_F(Judge, StridesOfSizeOneAndOfNothingAreFree) {
  run("t0 = tensor([1, 2], float32, iota)\nt1 = tensor([0, 3], float32, iota)\n");
  for (auto& snapshot : device.snapshots) snapshot.tensors[0].layout.strides[0] = 77;
  device.snapshots[1].tensors[1].layout.strides[1] = 5;
  device.snapshots[1].tensors[1].layout.offset = 5;
  EXPECT_EQ(signature(), "");
  EXPECT_TRUE(agreeAtTheEnd());
}

TEST_F(Judge, AWriteOutsideTheView) {
  run(kStory);
  poke(2, 0, 1, 50);
  EXPECT_EQ(signature(), "containment:aten.fill_.Scalar");
  EXPECT_FALSE(agreeAtTheEnd());
}

TEST_F(Judge, AWriteThatIsLost) {
  run(kStory);
  poke(2, 0, 0, 1);
  poke(2, 0, 2, 3);
  EXPECT_EQ(signature(), "write-back:aten.fill_.Scalar");
}

TEST_F(Judge, AWriteOfAnotherValue) {
  run(kStory);
  poke(2, 0, 0, 1);
  poke(2, 0, 2, 8);
  EXPECT_EQ(signature(), "values:aten.fill_.Scalar");
}

TEST_F(Judge, AViewThatWrites) {
  run(kStory);
  poke(1, 0, 3, 0);
  EXPECT_EQ(signature(), "containment:aten.select.int");
}

TEST_F(Judge, SeveralPropertiesAreOneViolation) {
  run(kStory);
  poke(2, 0, 1, 50);
  poke(2, 0, 0, 1);
  poke(2, 0, 2, 3);
  const auto violation = judge(program, device, reference);
  ASSERT_TRUE(violation);
  EXPECT_EQ(violation->property, Property::containment);
  EXPECT_EQ(violation->also, std::vector<Property>{Property::writeBack});
}

TEST_F(Judge, RefusedByOneOnly) {
  run(kStory);
  device.refusals[2] = Refusal{"RuntimeError", "no"};
  EXPECT_EQ(signature(), "errors:aten.fill_.Scalar:refused");
  EXPECT_FALSE(agreeAtTheEnd());
  std::swap(device.refusals[2], reference.refusals[2]);
  EXPECT_EQ(signature(), "errors:aten.fill_.Scalar:accepted:reference");
}

TEST_F(Judge, ARefusedWriteChangesNothing) {
  run("t0 = tensor([2], float32, iota)\nt1 = tensor([3], float32, iota)\naten.copy_(t0, t1)\n");
  ASSERT_TRUE(reference.refusals[2]);
  poke(2, 0, 1, 50);
  EXPECT_EQ(signature(), "containment:aten.copy_:refused");
  std::swap(device, reference);
  EXPECT_EQ(signature(), "containment:aten.copy_:refused:reference");
  device = reference;  // wrote before it refused, and so did the other
  EXPECT_EQ(signature(), "");
}

TEST_F(Judge, RefusedByBothWithAnotherKindOfError) {
  run("t0 = tensor([2], float32, iota)\nt1 = aten.select.int(t0, 0, 2)\n");
  ASSERT_EQ(reference.refusals[1]->kind, "IndexError");
  device.refusals[1]->message = "in other words";
  EXPECT_EQ(signature(), "");
  device.refusals[1]->kind = "RuntimeError";
  EXPECT_EQ(signature(), "errors:aten.select.int:kind");
  EXPECT_FALSE(agreeAtTheEnd());
}

TEST_F(Judge, AStatementWhoseOperandWasNeverMadeIsGoneOver) {
  run("t0 = tensor([2], float32, iota)\nt1 = aten.select.int(t0, 0, 2)\n"
      "t2 = aten.to.dtype(t1, int32)\naten.zero_(t0)\n");
  ASSERT_TRUE(reference.skipped[2]);
  EXPECT_EQ(signature(), "");
  poke(3, 0, 1, 50);
  EXPECT_EQ(signature(), "values:aten.zero_");
}

TEST_F(Judge, AVersionThatStandsStill) {
  run(kStory);
  EXPECT_EQ(reference.last().tensors[0].version, 1);
  device.snapshots[2].tensors[1].version = 0;
  EXPECT_EQ(signature(), "version:aten.fill_.Scalar");
  EXPECT_FALSE(agreeAtTheEnd());
}

TEST_F(Judge, AnyNaNIsANaNAndZeroHasASign) {
  run("t0 = tensor([2], float32, special)\n");
  uint32_t bits = 0x7fc12345;
  std::memcpy(device.snapshots[0].storages[0].bytes.data(), &bits, sizeof(bits));
  EXPECT_EQ(signature(), "");
  EXPECT_TRUE(agreeAtTheEnd());
  run("t0 = tensor([2], float32, zeros)\n");
  poke(0, 0, 0, -0.0F);
  EXPECT_EQ(signature(), "values:tensor");
}

}  // namespace
}  // namespace viewfuzz
