// What is left open, and that what lies beside it is not.

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "tests/judge/judge_fixture.h"

namespace viewfuzz {
namespace {

using Undefined = Judge;

TEST_F(Undefined, SumsAreComparedWithinBoundsAndNothingElseIs) {
  run("t0 = tensor([4], float32, iota)\nt1 = aten.sum.dim_IntList(t0, [0], False)\n");
  poke(1, 1, 0, 10.000001F);
  EXPECT_EQ(signature(), "");
  poke(1, 1, 0, 10.5F);
  EXPECT_EQ(signature(), "values:aten.sum.dim_IntList");
  run("t0 = tensor([4], float32, iota)\nt1 = aten.clone(t0)\n");
  poke(1, 1, 0, 1.0000001F);
  EXPECT_EQ(signature(), "values:aten.clone");
}

TEST_F(Undefined, NothingIsExpectedBehindAnOpenOutcome) {
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

TEST_F(Undefined, PlacesThatAreWrittenTwiceAreOpen) {
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

TEST_F(Undefined, TheBitsOfANaNAreOpenInAnotherDtype) {
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

TEST_F(Undefined, TheLastDigitsBehindAnInexactOpAreOpenInAnotherDtype) {
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

TEST_F(Undefined, ALeapBehindAnInexactOpIsOpen) {
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

TEST_F(Undefined, ADeviceMayRefuseACallWithATensorOfTheHost) {
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
