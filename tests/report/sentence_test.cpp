#include "viewfuzz/report/sentence.h"

#include "tests/report/programs.h"

namespace viewfuzz {
namespace {

TEST(Sentence, ALostWriteNamesTheWrite) {
  EXPECT_EQ(sentence(lostWrite(), lostWriteViolation()),
            "`select` on dim 1 of a rank-2 tensor (sizes [2, 2], float32) returned a copy; the "
            "write to it "
            "(`zero_`) did not reach the base.");
}

TEST(Sentence, ALostWriteMayGoThroughAnotherView) {
  const auto program = programOf(
      "t0 = tensor([2, 2], float32, iota)\n"
      "t1 = aten.transpose.int(t0, 0, 1)\n"
      "aten.fill_.Scalar(t0, 3)\n"
      "t2 = aten.unsqueeze(t1, 0)\n"
      "aten.fill_.Scalar(t2, 7)\n");
  EXPECT_EQ(
      sentence(program, violationOf(Property::aliasing, 1, "aten.transpose.int", "copy",
                                    evidence::Shared{1, 0, 1}, true)),
      "`transpose` on dims 0 and 1 of a rank-2 tensor (sizes [2, 2], float32) returned a copy; the "
      "write to it (`fill_`) did not reach the base.");
}

TEST(Sentence, Copy) {
  EXPECT_EQ(
      sentence(lostWrite(), violationOf(Property::aliasing, 1, "aten.select.int", "copy",
                                        evidence::Shared{1, 0, 1})),
      "`select` on dim 1 of a rank-2 tensor (sizes [2, 2], float32) returned a copy, not a view: "
      "it "
      "does not share the storage of its base.");
}

TEST(Sentence, Shared) {
  const auto program = programOf(
      "t0 = tensor([3], int64, iota)\n"
      "t1 = aten.clone(t0)\n");
  EXPECT_EQ(
      sentence(program, violationOf(Property::aliasing, 1, "aten.clone", "shared",
                                    evidence::Shared{1, 1, 0})),
      "`clone` of a rank-1 tensor (sizes [3], int64) returned a tensor in the wrong storage: t1 "
      "shares "
      "the storage of t0; expected a storage of its own.");
}

TEST(Sentence, RefusedAndAccepted) {
  EXPECT_EQ(
      sentence(lostWrite(),
               violationOf(Property::errors, 1, "aten.select.int", "refused",
                           evidence::Refused{{}, Refusal{"RuntimeError", "no kernel (yet)"}, {}})),
      "`select` on dim 1 of a rank-2 tensor (sizes [2, 2], float32) was refused, and the CPU "
      "accepts "
      "it (RuntimeError: no kernel (yet)).");
  EXPECT_EQ(
      sentence(lostWrite(), violationOf(Property::errors, 2, "aten.zero_", "accepted",
                                        evidence::Refused{{}, {}, Refusal{"IndexError", "no"}})),
      "`zero_` to a rank-1 tensor (sizes [2], strides [2], float32) was accepted, and the "
      "CPU refuses "
      "it (IndexError: no).");
}

TEST(Sentence, ARefusedSource) {
  const auto program = programOf("t0 = tensor([2], bfloat16, iota, offset=1)\n");
  EXPECT_EQ(sentence(program, violationOf(Property::errors, 0, "tensor", "refused bfloat16",
                                          evidence::Refused{
                                              {}, Refusal{"RuntimeError", "no bfloat16"}, {}})),
            "Making a rank-1 tensor (sizes [2], storage offset 1, bfloat16) was refused, and the "
            "CPU accepts "
            "it (RuntimeError: no bfloat16).");
}

TEST(Sentence, ErrorsOfTwoKinds) {
  EXPECT_EQ(sentence(lostWrite(), violationOf(Property::errors, 1, "aten.select.int", "kind",
                                              evidence::Refused{{},
                                                                Refusal{"RuntimeError", "no"},
                                                                Refusal{"IndexError", "far"}})),
            "`select` on dim 1 of a rank-2 tensor (sizes [2, 2], float32) was refused by another "
            "kind of error: the device refuses it by another error (RuntimeError: no) than the "
            "reference (IndexError: far).");
}

TEST(Sentence, LayoutOfTheResultAndOfAnother) {
  evidence::LaidOut laid_out;
  laid_out.tensor = 1;
  laid_out.expected.sizes = laid_out.expected.strides = {2};
  laid_out.got = laid_out.expected;
  laid_out.got.offset = 1;
  const std::string said =
      "expected sizes [2], strides [2], offset 0, float32; got sizes [2], strides [2], offset 1, "
      "float32.";
  EXPECT_EQ(
      sentence(lostWrite(), violationOf(Property::layout, 1, "aten.select.int", "", laid_out)),
      "`select` on dim 1 of a rank-2 tensor (sizes [2, 2], float32) returned a tensor with "
      "the wrong layout: " +
          said);
  laid_out.tensor = 0;
  EXPECT_EQ(
      sentence(lostWrite(), violationOf(Property::layout, 1, "aten.select.int", "", laid_out)),
      "`select` on dim 1 of a rank-2 tensor (sizes [2, 2], float32) left t0 with the wrong "
      "layout: " +
          said);
}

TEST(Sentence, BytesAndWhereTheyLie) {
  evidence::Bytes bytes{evidence::Where::outside, 1, 0, 2, Dtype::Float, {"3", "0x40400000"},
                        {"0", "0x00000000"}};
  const std::string example = "(position 2 of the storage of t0: expected 3, got 0).";
  EXPECT_EQ(
      sentence(lostWrite(), violationOf(Property::containment, 2, "aten.zero_", "", bytes)),
      "`zero_` to a rank-1 tensor (sizes [2], strides [2], float32) changed 1 element outside "
      "the view that it writes " +
          example);
  bytes.where = evidence::Where::kept;
  bytes.count = 2;
  EXPECT_EQ(sentence(lostWrite(), violationOf(Property::writeBack, 2, "aten.zero_", "", bytes)),
            "`zero_` to a rank-1 tensor (sizes [2], strides [2], float32) did not reach the "
            "storage: 2 elements kept the old value " +
                example);
  bytes.where = evidence::Where::wrong;
  const auto program = programOf(
      "t0 = tensor([2], float32, iota)\n"
      "t1 = tensor([2], int32, iota)\n"
      "aten.copy_(t0, t1)\n");
  EXPECT_EQ(sentence(program, violationOf(Property::values, 2, "aten.copy_", "", bytes)),
            "`copy_` to a rank-1 tensor (sizes [2], float32) from a rank-1 tensor (sizes [2], "
            "int32) gave 2 elements a wrong value " +
                example);
}

TEST(Sentence, RandomNumbersAstrayAreBytes) {
  EXPECT_EQ(sentence(lostWrite(), violationOf(Property::containment, 2, "aten.zero_", "",
                                              evidence::RandomBytes{evidence::Where::outside, 3})),
            "`zero_` to a rank-1 tensor (sizes [2], strides [2], float32) changed 3 bytes outside "
            "the view that it writes (random numbers went astray).");
}

TEST(Sentence, ARefusedWriteThatWrote) {
  EXPECT_EQ(sentence(lostWrite(), violationOf(Property::containment, 2, "aten.zero_", "refused",
                                              evidence::Changed{0})),
            "`zero_` to a rank-1 tensor (sizes [2], strides [2], float32) was refused, and yet it "
            "changed the storage of t0.");
}

TEST(Sentence, ADevicesMessageMayLookLikeOurs) {
  EXPECT_EQ(
      sentence(lostWrite(),
               violationOf(Property::errors, 2, "aten.zero_", "refused",
                           evidence::Refused{{}, Refusal{"RuntimeError", "3 (of t1: 4); 5"}, {}})),
      "`zero_` to a rank-1 tensor (sizes [2], strides [2], float32) was refused, and the CPU "
      "accepts it (RuntimeError: 3 (of t1: 4); 5).");
}

TEST(Sentence, AnOpOutsideTheTable) {
  const auto program = programOf(
      "t0 = tensor([2], float32, iota)\n"
      "t1 = npu.delta_rule.out(t0, 3)\n"
      "t2 = npu.delta_rule(t1)\n");
  EXPECT_EQ(sentence(program, violationOf(Property::aliasing, 2, "npu.delta_rule", "copy",
                                          evidence::Shared{2, 1, 2})),
            "`npu.delta_rule` of the tensor t1 returned a copy, not a view: it does not share the "
            "storage of "
            "its base.");
}

}  // namespace
}  // namespace viewfuzz
