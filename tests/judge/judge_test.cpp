// Each property is broken by hand in an observation of the CPU, and must be what the violation is
// named by.

#include "viewfuzz/judge/judge.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>

#include "viewfuzz/execute/run.h"
#include "viewfuzz/program/text.h"

namespace viewfuzz {
namespace {

class Judge : public testing::Test {
 protected:
  void run(const std::string& lines) {
    const Target cpu = Target::cpu();
    program = parse("# viewfuzz program 1\n" + lines);
    Runner(cpu).run(program, Speed::located, reference);
    device = reference;
  }
  std::string signature() {
    const auto violation = judge(program, device, reference);
    return violation ? violation->signature() : "";
  }
  /// Overwrites a float of the device, from a statement on.
  void poke(size_t from, size_t storage, size_t position, float value) {
    for (size_t i = from; i < device.snapshots.size(); ++i) {
      std::memcpy(device.snapshots[i].storages[storage].bytes.data() + position * sizeof(float),
                  &value, sizeof(float));
    }
  }
  bool agreeAtTheEnd() {
    Observation a = device;
    Observation b = reference;
    a.snapshots = {device.last()};
    b.snapshots = {reference.last()};
    return agree(program, a, b);
  }

  Program program;
  Observation device;
  Observation reference;
};

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

TEST_F(Judge, SumsAreComparedWithinBoundsAndNothingElseIs) {
  run("t0 = tensor([4], float32, iota)\nt1 = aten.sum.dim_IntList(t0, [0], False)\n");
  poke(1, 1, 0, 10.000001F);
  EXPECT_EQ(signature(), "");
  poke(1, 1, 0, 10.5F);
  EXPECT_EQ(signature(), "values:aten.sum.dim_IntList");
  run("t0 = tensor([4], float32, iota)\nt1 = aten.clone(t0)\n");
  poke(1, 1, 0, 1.0000001F);
  EXPECT_EQ(signature(), "values:aten.clone");
}

TEST_F(Judge, NothingIsExpectedBehindAnOpenOutcome) {
  // -4 … 4 as floats into an unsigned dtype
  run("t0 = tensor([20], uint8, zeros)\nt1 = tensor([20], float32, ints(1))\naten.copy_(t0, t1)\n");
  device.snapshots[2].storages[0].bytes[0] = std::byte{77};
  EXPECT_EQ(signature(), "");
  // the same index twice
  run("t0 = tensor([3], float32, zeros)\nt1 = tensor([2], int64, [1, -2])\nt2 = tensor([2], "
      "float32, iota)\n"
      "aten.index_put_(t0, [t1], t2, False)\n");
  poke(3, 0, 1, 1);
  EXPECT_EQ(signature(), "");
  // and both are judged where nothing is open
  run("t0 = tensor([20], uint8, zeros)\nt1 = tensor([20], float32, iota)\naten.copy_(t0, t1)\n");
  device.snapshots[2].storages[0].bytes[0] = std::byte{77};
  EXPECT_EQ(signature(), "values:aten.copy_");
  run("t0 = tensor([3], float32, zeros)\nt1 = tensor([2], int64, [1, -1])\nt2 = tensor([2], "
      "float32, iota)\n"
      "aten.index_put_(t0, [t1], t2, False)\n");
  poke(3, 0, 1, 5);
  EXPECT_EQ(signature(), "values:aten.index_put_");
}

TEST_F(Judge, PlacesThatAreWrittenTwiceAreOpen) {
  const std::string tensors =
      "t0 = tensor([3, 2], float32, zeros)\nt1 = tensor([2], int64, [1, 1])\n"
      "t2 = tensor([2], int64, [0, 1])\nt3 = tensor([2], float32, iota)\n"
      "t4 = tensor([2, 2], float32, iota)\nt5 = tensor([2, 2], int64, [0, 1, 0, 2])\n";
  const auto signatureOf = [&](const std::string& call) {
    run(tensors + call + "\n");
    EXPECT_FALSE(reference.refusals[6]) << call << ": " << reference.refusals[6]->message;
    poke(6, 0, 0, 99);
    return signature();
  };
  EXPECT_EQ(signatureOf("aten.index_copy_(t0, 0, t1, t4)"), "");
  EXPECT_NE(signatureOf("aten.index_copy_(t0, 0, t2, t4)"), "");
  EXPECT_EQ(signatureOf("aten.put_(t0, t1, t3, False)"), "");
  EXPECT_NE(signatureOf("aten.put_(t0, t2, t3, False)"), "");
  EXPECT_NE(signatureOf("aten.put_(t0, t1, t3, True)"), "");
  EXPECT_EQ(signatureOf("aten.scatter_.src(t0, 0, t5, t4)"), "");
  EXPECT_NE(signatureOf("aten.scatter_.value(t0, 0, t5, 7)"), "");
  // of several index tensors, the tuples count
  EXPECT_EQ(signatureOf("aten.index_put_(t0, [t1, t1], t3, False)"), "");
  EXPECT_NE(signatureOf("aten.index_put_(t0, [t1, t2], t3, False)"), "");
}

TEST_F(Judge, TheBitsOfANaNAreOpenInAnotherDtype) {
  const std::string base = "t0 = tensor([1], int32, [1])\nt1 = aten.view.dtype(t0, float32)\n";
  constexpr float kOther = 3;
  run(base + "aten.mul_.Scalar(t1, 2)\n");
  poke(2, 0, 0, kOther);
  EXPECT_EQ(signature(), "values:aten.mul_.Scalar");
  run("t0 = tensor([1], int32, [1])\nt1 = aten.view.dtype(t0, float32)\naten.neg_(t1)\n"
      "aten.sqrt_(t1)\n");
  poke(3, 0, 0, -std::numeric_limits<float>::quiet_NaN());
  EXPECT_EQ(signature(), "");
  // A copy of such bits, and the bits of what lies in a floating tensor.
  run("t0 = tensor([1], float32, special)\nt1 = aten.view.dtype(t0, int32)\n"
      "t2 = aten.clone(t1)\n");
  poke(2, 1, 0, kOther);
  EXPECT_EQ(signature(), "");
}

TEST_F(Judge, TheLastDigitsBehindAnInexactOpAreOpenInAnotherDtype) {
  run("t0 = tensor([1], int32, [1])\nt1 = aten.view.dtype(t0, float32)\naten.exp_(t1)\n");
  poke(2, 0, 0, std::nextafter(1.0F, 2.0F));
  EXPECT_EQ(signature(), "");
  // What it reads in another dtype is still exact, and so is what lies elsewhere.
  run("t0 = tensor([1], int32, [1])\nt1 = aten.view.dtype(t0, float32)\nt2 = aten.exp(t1)\n");
  poke(2, 1, 0, 99);
  EXPECT_EQ(signature(), "values:aten.exp");
  // The parts of a complex number are the same floats.
  run("t0 = tensor([1], complex64, iota)\nt1 = aten.view_as_real(t0)\naten.exp_(t1)\n");
  poke(2, 0, 0, 99);
  EXPECT_EQ(signature(), "values:aten.exp_");
}

TEST_F(Judge, ALeapBehindAnInexactOpIsOpen) {
  const std::string sum =
      "t0 = tensor([4], float32, iota)\nt1 = aten.sum.dim_IntList(t0, [0], False)\n";
  for (const std::string call : {"aten.floor_(t1)", "aten.eq_.Scalar(t1, 10)"}) {
    run(sum + call + "\n");
    poke(2, 1, 0, 9);
    EXPECT_EQ(signature(), "") << call;
  }
  run(sum + "aten.neg_(t1)\n");
  poke(2, 1, 0, 9);
  EXPECT_EQ(signature(), "values:aten.neg_");
  // and nothing is open without one
  run("t0 = tensor([4], float32, iota)\naten.floor_(t0)\n");
  poke(1, 0, 0, 9);
  EXPECT_EQ(signature(), "values:aten.floor_");
}

TEST_F(Judge, ADeviceMayRefuseACallWithATensorOfTheHost) {
  const auto refused = [&](const std::string& call) {
    run("t0 = tensor([1], float32, iota)\nt1 = tensor([1], float32, iota, host=True)\n" + call);
    device.snapshots[1].tensors[1].host = true;
    device.refusals[2] = Refusal{"RuntimeError", "not on one device"};
    return signature();
  };
  EXPECT_EQ(refused("aten.add_.Tensor(t0, t1)\n"), "");
  EXPECT_EQ(refused("aten.copy_(t0, t1)\n"), "errors:aten.copy_:refused");
  EXPECT_EQ(refused("aten.add_.Tensor(t0, t0)\n"), "errors:aten.add_.Tensor:refused");
}

}  // namespace
}  // namespace viewfuzz
