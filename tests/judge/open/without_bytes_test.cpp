#include "viewfuzz/judge/open/without_bytes.h"

#include <gtest/gtest.h>

#include "tests/npu.h"
#include "viewfuzz/examine/inspector.h"
#include "viewfuzz/judge/judge.h"
#include "viewfuzz/judge/needs.h"
#include "viewfuzz/text/text.h"

namespace viewfuzz {
namespace {

std::optional<Violation> onMeta(const std::string& lines) {
  const TargetPtr meta = openTarget("meta");
  Inspector inspector(*meta, cpu());
  const Look look = inspector.look(parse("# viewfuzz program 1\n" + lines));
  if (!look.witness) return std::nullopt;
  return look.witness->violation;
}

TEST(WithoutBytes, WritesAndValuesAreNotCompared) {
  EXPECT_FALSE(
      onMeta("t0 = tensor([2, 3], float32, iota)\n"
             "t1 = aten.select.int(t0, 1, 0)\n"
             "aten.fill_.Scalar(t1, 7)\n"
             "t2 = aten.add.Tensor(t1, t1)\n"
             "aten.random_(t0)\n"));
}

TEST(WithoutBytes, AnIndexBeyondTheEndIsSeenByWhoSeesTheIndex) {
  EXPECT_FALSE(
      onMeta("t0 = tensor([1], float32, iota)\n"
             "t1 = tensor([1], int64, iota)\n"
             "t2 = tensor([1], float32, iota)\n"
             "aten.scatter_add_(t0, 0, t1, t2)\n"));
}

TEST(WithoutBytes, AnOpWhoseSizesDependOnValuesNeedNotBeThere) {
  EXPECT_FALSE(
      onMeta("t0 = tensor([3], float32, iota)\n"
             "t1 = aten.nonzero(t0)\n"));
}

TEST(WithoutBytes, WhatTheLayoutsRefuseIsToBeRefused) {
  Observation device;
  Observation reference;
  const Program program = parse(
      "# viewfuzz program 1\nt0 = tensor([2], float32, iota)\n"
      "t1 = aten.select.int(t0, 0, 2)\n");
  const TargetPtr meta = openTarget("meta");
  Runner(cpu()).run(program, Speed::located, reference);
  Runner(*meta).run(program, Speed::located, device);
  ASSERT_TRUE(device.refusals[1]);
  device.refusals[1].reset();  // a device that accepts it
  const Comparison of(program, device, reference);
  EXPECT_FALSE(isOpenWithoutBytes({of, 1}));
  device.shows.bytes = true;
  EXPECT_FALSE(isOpenWithoutBytes({of, 1}));
}

TEST(WithoutBytes, LayoutsAndSharingAreCompared) {
  const Program program = parse(
      "# viewfuzz program 1\nt0 = tensor([2, 3], float32, iota)\n"
      "t1 = aten.select.int(t0, 1, 0)\n");
  const TargetPtr meta = openTarget("meta");
  Observation device;
  Observation reference;
  Runner(cpu()).run(program, Speed::located, reference);
  Runner(*meta).run(program, Speed::located, device);
  EXPECT_FALSE(device.shows.bytes);
  ASSERT_EQ(device.last().storages.size(), 1U);
  EXPECT_EQ(device.last().storages[0].bytes.size(), reference.last().storages[0].bytes.size());
  EXPECT_FALSE(judge(program, device, reference));
  Observation other = device;
  other.snapshots[1].tensors[1].layout.strides = {2};
  EXPECT_EQ(judge(program, other, reference)->property, Property::layout);
  other = device;
  other.snapshots[1].tensors[1].version = 3;
  EXPECT_EQ(judge(program, other, reference)->property, Property::version);
  other = device;
  other.snapshots[1].storages.push_back(other.snapshots[1].storages[0]);
  other.snapshots[1].tensors[1].layout.storage = 1;
  EXPECT_EQ(judge(program, other, reference)->property, Property::aliasing);
}

TEST(Needs, APropertyIsLeftOutWhereTheTargetCannotShowWhatItNeeds) {
  EXPECT_TRUE(leftOut({}).empty());
  EXPECT_EQ(leftOutSentence("cpu", {}), "");
  EXPECT_FALSE(canJudge(Property::values, {.bytes = false}));
  EXPECT_TRUE(canJudge(Property::aliasing, {.bytes = false}));
  EXPECT_FALSE(canJudge(Property::aliasing, {.storages = false}));
  EXPECT_EQ(leftOutSentence("x", {.autograd = false}),
            "x shows no gradients: gradient is not compared");
}

}  // namespace
}  // namespace viewfuzz
