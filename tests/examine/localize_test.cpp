#include "viewfuzz/examine/localize.h"

#include <ATen/ATen.h>
#include <gtest/gtest.h>

#include "tests/npu.h"
#include "viewfuzz/examine/checks.h"
#include "viewfuzz/target/planted_faults.h"
#include "viewfuzz/text/text.h"

namespace viewfuzz {
namespace {

Program parsed(const std::string& lines) { return parse("# viewfuzz program 1\n" + lines); }

TEST(BackwardSlice, KeepsWhatMadeTheOperandsAndWhatWroteToTheirStorages) {
  const Program program = parsed(
      "t0 = tensor([4], float32, iota)\n"
      "t1 = tensor([4], float32, iota)\n"
      "t2 = aten.slice.Tensor(t0, 0, 0, 2, 1)\n"
      "t3 = aten.neg(t1)\n"
      "aten.zero_(t2)\n"
      "t4 = aten.abs(t0)\n"
      "t5 = aten.abs(t3)\n");
  // t2 is a view of t0; the others have storages of their own.
  EXPECT_EQ(print(backwardSlice(program, 5, {0, 1, 0, 3, 4, 5})),
            "# viewfuzz program 1\n"
            "t0 = tensor([4], float32, iota)\n"
            "t1 = aten.slice.Tensor(t0, 0, 0, 2, 1)\n"
            "aten.zero_(t1)\n"
            "t2 = aten.abs(t0)\n");
}

TEST(Lockstep, OfTheSameTwiceNothingDiffers) {
  Runner device(npu());
  Runner reference(cpu());
  Lockstep lockstep(device, reference);
  const Program program = parsed(
      "t0 = tensor([4, 4], float32, uniform(1, 1))\n"
      "t1 = aten.select.int(t0, 1, 2)\n"
      "aten.mul_.Tensor(t1, t1)\n"
      "t2 = aten.matmul(t0, t0)\n"
      "t3 = refused aten.select.int(t0, 7, 2)\n"
      "t4 = aten.softplus(t2)\n");
  EXPECT_FALSE(lockstep.run(program));
  EXPECT_EQ(lockstep.statements(), program.statements.size());
  EXPECT_EQ(lockstep.groups(), (std::vector<int>{0, 0, 2, -1, 4}));
}

TEST(Lockstep, BehindRandomNumbersBothSidesGoOnWithTheSame) {
  Runner device(npu());
  Runner reference(cpu());
  Lockstep lockstep(device, reference);
  EXPECT_FALSE(
      lockstep.run(parsed("t0 = tensor([64], float32, iota)\n"
                          "aten.normal_(t0)\n"
                          "t1 = aten.rand_like(t0)\n"
                          "t2 = aten.exp(t0)\n"
                          "t3 = aten.neg(t1)\n")));
}

TEST(Lockstep, NamesTheStatementThatDiffers) {
  Runner device(npu());
  Runner reference(cpu());
  Lockstep lockstep(device, reference);
  const Program program = parsed(
      "t0 = tensor([2], float32, iota)\n"
      "t1 = tensor([2], float32, iota)  # x\n"
      "t2 = aten.add.Tensor(t0, t1)\n");
  const Inputs other = {{"x", at::tensor({1.0F, 2.5F})}};
  device.setInputs(&other);
  const auto parting = lockstep.run(program);
  ASSERT_TRUE(parting);
  EXPECT_EQ(parting->statement, 1U);
  EXPECT_EQ(parting->property, Property::values);
  EXPECT_EQ(parting->detail, "position 1 of the storage of t1: expected 2, got 2.5");
}

TEST(Lockstep, DataThatDoNotFitTheirSourceAreABadCall) {
  Runner runner(cpu());
  const Inputs three = {{"x", at::zeros({3})}};
  runner.setInputs(&three);
  runner.start();
  std::optional<Refusal> refusal;
  const Program program = parsed("t0 = tensor([2], float32, iota)  # x\n");
  EXPECT_THROW(runner.advance(program.statements[0], refusal), std::runtime_error);
}

// A write whose fault needs no layout of the model: the statement stands alone.
TEST(Localize, MakesTheStatementStandAlone) {
  const Target& device = npu();
  enableFault("offset-dst");
  Checks checks(device, cpu());
  const auto found = localize(parsed("t0 = tensor([4], float32, iota)\n"
                                     "t1 = tensor([8], float32, iota)\n"
                                     "t2 = aten.slice.Tensor(t1, 0, 3, 7, 1)\n"
                                     "t3 = aten.softplus(t0)\n"
                                     "t4 = aten.reciprocal(t3)\n"
                                     "aten.copy_(t2, t4)\n"
                                     "t5 = aten.neg(t1)\n"),
                              device, cpu(), checks);
  disableFaults();
  ASSERT_TRUE(found);
  EXPECT_EQ(found->parting.statement, 5U);
  EXPECT_EQ(found->compared, 6U);
  ASSERT_TRUE(found->witness);
  EXPECT_EQ(found->witness->program.statements.size(), 3U);
  EXPECT_EQ(found->witness->violation.op, "aten.copy_");
}

}  // namespace
}  // namespace viewfuzz
