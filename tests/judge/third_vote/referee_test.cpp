// Who is the odd one out: one side is falsified by hand, then the other.
#include "viewfuzz/judge/third_vote/referee.h"

#include <gtest/gtest.h>

#include <cstring>

#include "viewfuzz/execute/run.h"
#include "viewfuzz/judge/judge.h"
#include "viewfuzz/target/open.h"
#include "viewfuzz/text/text.h"

namespace viewfuzz {
namespace {

class Referee : public testing::Test {
 protected:
  void run(const std::string& lines) {
    const Target& cpu = cpuTarget();
    program = parse("# viewfuzz program 1\n" + lines);
    Runner(cpu).run(program, Speed::located, right);
    wrong = right;
  }
  OddOneOut odd(const Observation& device, const Observation& reference) const {
    const auto violation = judge(program, device, reference);
    EXPECT_TRUE(violation);
    return violation ? violation->odd : OddOneOut::unknown;
  }
  void expectTheWrongOneIsNamed() const {
    EXPECT_EQ(odd(wrong, right), OddOneOut::device);
    EXPECT_EQ(odd(right, wrong), OddOneOut::reference);
  }
  /// Flips a bit of the first byte of a storage, in the last snapshot.
  void flip(size_t storage, size_t byte = 0) {
    wrong.snapshots.back().storages[storage].bytes[byte] ^= std::byte{1};
  }

  Program program;
  Observation right;
  Observation wrong;
};

struct Row {
  std::string name;
  std::string lines;
  size_t storage;
};
class RefereeOfBytes : public Referee, public testing::WithParamInterface<Row> {};

TEST_P(RefereeOfBytes, NamesTheOneWithTheWrongByte) {
  run(GetParam().lines);
  flip(GetParam().storage);
  expectTheWrongOneIsNamed();
}

INSTANTIATE_TEST_SUITE_P(
    Ops, RefereeOfBytes,
    testing::Values(
        Row{"copy",
            "t0 = tensor([2], int32, iota)\nt1 = tensor([2], int32, iota(9))\n"
            "aten.copy_(t0, t1)\n",
            0},
        Row{"source",
            "t0 = tensor([2], int32, iota)\nt1 = tensor([2], int32, iota(9))\n"
            "aten.copy_(t0, t1)\n",
            1},
        Row{"conversion",
            "t0 = tensor([2, 3], int16, iota)\nt1 = tensor([3], float64, iota)\n"
            "aten.copy_(t0, t1)\n",
            0},
        Row{"fill", "t0 = tensor([2], float32, iota)\naten.fill_.Scalar(t0, 3)\n", 0},
        Row{"maskedFill",
            "t0 = tensor([4], float16, iota)\nt1 = tensor([4], bool, iota)\n"
            "aten.masked_fill_.Scalar(t0, t1, 7)\n",
            0},
        Row{"add",
            "t0 = tensor([4], int8, iota)\nt1 = tensor([], int8, iota)\n"
            "aten.add_.Tensor(t0, t1)\n",
            0},
        Row{"view", "t0 = tensor([4], float32, iota)\nt1 = aten.select.int(t0, 0, 1)\n", 0},
        Row{"clone", "t0 = tensor([2, 2], float32, iota, strides=[1, 2])\nt1 = aten.clone(t0)\n",
            1}),
    [](const auto& info) { return info.param.name; });

TEST_F(Referee, OfLayouts) {
  run("t0 = tensor([2, 3], float32, iota)\nt1 = aten.transpose.int(t0, 0, 1)\n");
  std::swap(wrong.snapshots[1].tensors[1].layout.strides[0],
            wrong.snapshots[1].tensors[1].layout.strides[1]);
  expectTheWrongOneIsNamed();
}

TEST_F(Referee, OfSharing) {
  run("t0 = tensor([2], float32, iota)\nt1 = aten.alias(t0)\n");
  wrong.snapshots[1].tensors[1].layout.storage = 1;
  wrong.snapshots[1].storages.push_back(wrong.snapshots[1].storages[0]);
  expectTheWrongOneIsNamed();
}

TEST_F(Referee, OfRefusals) {
  run("t0 = tensor([2], float32, iota)\nt1 = aten.select.int(t0, 0, 1)\n");
  wrong.refusals[1] = Refusal{"IndexError", "no"};
  expectTheWrongOneIsNamed();
  run("t0 = tensor([2], float32, iota)\nt1 = refused aten.select.int(t0, 0, 2)\n");
  ASSERT_TRUE(right.refusals[1]);
  wrong.refusals[1].reset();
  expectTheWrongOneIsNamed();
}

TEST_F(Referee, TheCpuForgetsTheSignOfAHalf) {
  // No layout rule knows such a copy, so that none is generated; the bytes are known all the same.
  run("t0 = tensor([2], float16, iota)\nt1 = aten._neg_view(t0)\n"
      "t2 = tensor([2], float32, zeros)\naten.copy_(t2, t1)\n");
  auto& bytes = wrong.snapshots.back().storages[1].bytes;
  for (size_t i = 0; i < bytes.size(); i += 4) {  // it is the one that is mended here
    const float negative = -static_cast<float>(i / 4 + 1);
    std::memcpy(bytes.data() + i, &negative, sizeof negative);
  }
  EXPECT_EQ(odd(wrong, right), OddOneOut::reference);
  EXPECT_EQ(odd(right, wrong), OddOneOut::device);
}

TEST_F(Referee, KnowsWhatItDoesNotKnow) {
  // Rounding is not its business, and ops outside the table are not either.
  run("t0 = tensor([2], bfloat16, iota)\nt1 = tensor([2], float32, [257, 259])\n"
      "aten.copy_(t0, t1)\n");
  flip(0);
  EXPECT_EQ(odd(wrong, right), OddOneOut::unknown);
  run("t0 = tensor([2], float32, iota)\nt1 = aten.sort(t0)\n");
  flip(1, 3);
  EXPECT_EQ(odd(wrong, right), OddOneOut::unknown);
}

TEST_F(Referee, SidesWithNobodyWhenBothAreWrong) {
  run("t0 = tensor([2], float32, iota)\naten.zero_(t0)\n");
  flip(0);
  Observation other = right;
  other.snapshots.back().storages[0].bytes[3] ^= std::byte{64};
  EXPECT_EQ(odd(wrong, other), OddOneOut::unknown);
}

TEST_F(Referee, TheReferenceIsNamedInTheSignature) {
  run("t0 = tensor([2], float32, iota)\naten.zero_(t0)\n");
  flip(0);
  EXPECT_EQ(judge(program, right, wrong)->signature(), "values:aten.zero_:reference");
}

}  // namespace
}  // namespace viewfuzz
