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
      sentence(program, violationOf(Property::aliasing, 1, "aten.transpose.int", "copy", "", true)),
      "`transpose` on dims 0 and 1 of a rank-2 tensor (sizes [2, 2], float32) returned a copy; the "
      "write to it (`fill_`) did not reach the base.");
}

TEST(Sentence, Copy) {
  EXPECT_EQ(
      sentence(lostWrite(), violationOf(Property::aliasing, 1, "aten.select.int", "copy", "")),
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
                                    "t1 shares the storage of t0; expected a storage of its own")),
      "`clone` of a rank-1 tensor (sizes [3], int64) returned a tensor in the wrong storage: t1 "
      "shares "
      "the storage of t0; expected a storage of its own.");
}

TEST(Sentence, RefusedAndAccepted) {
  EXPECT_EQ(
      sentence(lostWrite(), violationOf(Property::errors, 1, "aten.select.int", "refused",
                                        "the device refuses it (RuntimeError: no kernel (yet))")),
      "`select` on dim 1 of a rank-2 tensor (sizes [2, 2], float32) was refused, and the CPU "
      "accepts "
      "it (RuntimeError: no kernel (yet)).");
  EXPECT_EQ(sentence(lostWrite(),
                     violationOf(Property::errors, 2, "aten.zero_", "accepted",
                                 "the device accepts what the reference refuses (IndexError: no)")),
            "`zero_` to a rank-1 tensor (sizes [2], strides [2], float32) was accepted, and the "
            "CPU refuses "
            "it (IndexError: no).");
}

TEST(Sentence, ARefusedSource) {
  const auto program = programOf("t0 = tensor([2], bfloat16, iota, offset=1)\n");
  EXPECT_EQ(sentence(program, violationOf(Property::errors, 0, "tensor", "refused bfloat16",
                                          "the device refuses it (RuntimeError: no bfloat16)")),
            "Making a rank-1 tensor (sizes [2], storage offset 1, bfloat16) was refused, and the "
            "CPU accepts "
            "it (RuntimeError: no bfloat16).");
}

TEST(Sentence, LayoutOfTheResultAndOfAnother) {
  EXPECT_EQ(sentence(lostWrite(), violationOf(Property::layout, 1, "aten.select.int", "",
                                              "t1: expected offset 0; got offset 1")),
            "`select` on dim 1 of a rank-2 tensor (sizes [2, 2], float32) returned a tensor with "
            "the wrong "
            "layout: expected offset 0; got offset 1.");
  EXPECT_EQ(
      sentence(lostWrite(), violationOf(Property::layout, 1, "aten.select.int", "",
                                        "t0: expected offset 0; got offset 1")),
      "`select` on dim 1 of a rank-2 tensor (sizes [2, 2], float32) left t0 with the wrong layout: "
      "expected offset 0; got offset 1.");
}

TEST(Sentence, Bytes) {
  const std::string example = "position 2 of the storage of t0: expected 3, got 0";
  EXPECT_EQ(
      sentence(lostWrite(), violationOf(Property::containment, 2, "aten.zero_", "",
                                        "1 element outside the written view changed; " + example)),
      "`zero_` to a rank-1 tensor (sizes [2], strides [2], float32) changed 1 element outside the "
      "view "
      "that it writes (" +
          example + ").");
  EXPECT_EQ(
      sentence(lostWrite(),
               violationOf(Property::writeBack, 2, "aten.zero_", "",
                           "2 elements of the written view kept the old value; " + example)),
      "`zero_` to a rank-1 tensor (sizes [2], strides [2], float32) did not reach the storage: 2 "
      "elements kept the old value (" +
          example + ").");
  const auto program = programOf(
      "t0 = tensor([2], float32, iota)\n"
      "t1 = tensor([2], int32, iota)\n"
      "aten.copy_(t0, t1)\n");
  EXPECT_EQ(sentence(program, violationOf(Property::values, 2, "aten.copy_", "",
                                          "2 elements with a wrong value; " + example)),
            "`copy_` to a rank-1 tensor (sizes [2], float32) from a rank-1 tensor (sizes [2], "
            "int32) gave 2 "
            "elements a wrong value (" +
                example + ").");
}

TEST(Sentence, AnOpOutsideTheTable) {
  const auto program = programOf(
      "t0 = tensor([2], float32, iota)\n"
      "t1 = npu.delta_rule.out(t0, 3)\n"
      "t2 = npu.delta_rule(t1)\n");
  EXPECT_EQ(sentence(program, violationOf(Property::aliasing, 2, "npu.delta_rule", "copy", "")),
            "`npu.delta_rule` of the tensor t1 returned a copy, not a view: it does not share the "
            "storage of "
            "its base.");
}

}  // namespace
}  // namespace viewfuzz
