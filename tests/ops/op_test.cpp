#include "viewfuzz/program/op.h"

#include <gtest/gtest.h>

#include "viewfuzz/text/text.h"

namespace viewfuzz {
namespace {

/// The layouts behind the lines, and what the rule says of the last one.
std::pair<LayoutState, Outcome> after(const std::string& lines) {
  const Program program = parse("# viewfuzz program 1\n" + lines);
  LayoutState state;
  Outcome outcome;
  for (const auto& statement : program.statements) outcome = step(state, statement);
  return {state, outcome};
}

TEST(Op, AChangeInPlaceIsSeenUnderAllNamesOfATensor) {
  const auto [state, outcome] = after(
      "t0 = tensor([2, 3], float32, iota)\nt1 = aten.contiguous(t0)\nt2 = aten.alias(t0)\n"
      "aten.transpose_(t1, 0, 1)\n");
  EXPECT_TRUE(outcome.accepted());
  EXPECT_EQ(state.at(0).sizes, (Dims{3, 2}));
  EXPECT_EQ(state.at(1).sizes, (Dims{3, 2}));
  EXPECT_EQ(state.at(2).sizes, (Dims{2, 3}));
}

TEST(Op, BoundsInATensorAreKnownUntilTheyAreWritten) {
  const std::string lines = "t0 = tensor([5], int32, iota)\nt1 = tensor([], int64, [3])\n";
  const std::string narrow = "t2 = aten.narrow.Tensor(t0, 0, t1, 2)\n";
  EXPECT_EQ(after(lines + narrow).first.at(2).offset, 3);
  EXPECT_EQ(after(lines + "aten.zero_(t1)\n" + narrow).second.verdict, Outcome::Verdict::unknown);
}

TEST(Op, TheImaginaryPartOfAConjugateIsNegative) {
  const auto [state, outcome] = after(
      "t0 = tensor([2], complex64, iota)\nt1 = aten.conj(t0)\nt2 = aten.imag(t1)\n"
      "t3 = aten.real(t1)\n");
  EXPECT_TRUE(state.at(1).conj);
  EXPECT_TRUE(state.at(2).neg);
  EXPECT_EQ(state.at(2).offset, 1);
  EXPECT_FALSE(state.at(3).neg || state.at(3).conj);
}

TEST(Op, OperandsWithABitAreCloned) {
  // As dense tensors of the same bytes they would be refused.
  const std::string lines = "t0 = tensor([4], float32, iota)\nt1 = aten._neg_view(t0)\n";
  EXPECT_TRUE(after(lines + "aten.add_.Tensor(t0, t1)\n").second.accepted());
  EXPECT_EQ(after(lines + "aten.copy_(t0, t1)\n").second.verdict, Outcome::Verdict::undefined);
}

TEST(Op, AnOutBehindTheEndOfItsStorageLeavesBytesOpen) {
  const std::string lines = "t0 = tensor([1], float32, iota)\nt1 = tensor([0], float32, iota, ";
  const std::string stack = ")\naten.stack.out([t0], 0, out=t1)\n";
  EXPECT_EQ(after(lines + "offset=1" + stack).second.verdict, Outcome::Verdict::undefined);
  EXPECT_TRUE(after(lines + "offset=1, storage=1" + stack).second.accepted());
}

TEST(Op, AnOutWithABitThatIsResizedIsNotPredicted) {
  // It would be laid into the clone's storage, which is gone behind the call.
  const auto [state, outcome] = after(
      "t0 = tensor([3], float32, iota)\nt1 = tensor([2], float32, iota)\n"
      "t2 = aten._neg_view(t1)\naten.add.out(t0, t0, out=t2)\n");
  EXPECT_EQ(outcome.verdict, Outcome::Verdict::unknown);
  EXPECT_EQ(state.at(2).storage, state.at(1).storage);
}

TEST(Op, DetachInPlaceOfAViewIsLeftToAten) {
  const std::string lines = "t0 = tensor([4], float32, iota)\nt1 = aten.alias(t0)\n";
  EXPECT_TRUE(after(lines + "aten.detach_(t0)\n").second.accepted());
  EXPECT_EQ(after(lines + "aten.detach_(t1)\n").second.verdict, Outcome::Verdict::unknown);
}

TEST(Op, ResizeToTheSameSizesDoesNotLookAtTheStorage) {
  const std::string lines =
      "t0 = tensor([1], float32, iota)\nt1 = aten.expand(t0, [4])\n"
      "aten.resize_(t1, [4], memory_format=\"contiguous_format\")\n";
  EXPECT_EQ(after(lines).second.verdict, Outcome::Verdict::unknown);
}

TEST(Op, DimsOfSizeOneOfAnIndexHaveStridesThatOrderTheResult) {
  // Contiguous, whatever the strides of the dims of size 1 are (as ATen has it, seen by the
  // property LayoutRules).
  for (const char* strides : {"[1, 1, 1, 2]", "[0, 0, 1, 2]", "[4, 4, 2, 1]"}) {
    const auto [state, outcome] =
        after(std::string("t0 = tensor([1, 1, 2, 2], float32, iota, strides=") + strides +
              ")\nt1 = tensor([2], int64, zeros)\nt2 = aten.index.Tensor(t0, [None, None, t1])\n");
    ASSERT_TRUE(outcome.accepted());
    EXPECT_TRUE(isContiguous(state.at(2))) << strides;
  }
}

}  // namespace
}  // namespace viewfuzz
