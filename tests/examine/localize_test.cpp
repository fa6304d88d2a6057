#include "viewfuzz/examine/localize.h"

#include <ATen/ATen.h>
#include <gtest/gtest.h>

#include "tests/npu.h"
#include "viewfuzz/examine/checks.h"
#include "viewfuzz/execute/operators.h"
#include "viewfuzz/program/edit.h"
#include "viewfuzz/report/sentence.h"
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
  EXPECT_EQ(describe(*parting),
            "1 element with a wrong value; position 1 of the storage of t1: expected 2, got 2.5");
  EXPECT_EQ(parting->evidence, Evidence(evidence::Bytes{evidence::Where::wrong,
                                                        1,
                                                        1,
                                                        1,
                                                        Dtype::Float,
                                                        {"2", "0x40000000"},
                                                        {"2.5", "0x40200000"}}));
}

TEST(Lockstep, CountsTheElementsThatDiffer) {
  Runner device(npu());
  Runner reference(cpu());
  Lockstep lockstep(device, reference);
  const Inputs other = {{"x", at::tensor({1.0F, 2.5F, 3.0F, 5.0F})}};
  device.setInputs(&other);
  const auto parting = lockstep.run(parsed("t0 = tensor([4], float32, iota)  # x\n"));
  ASSERT_TRUE(parting);
  EXPECT_EQ(describe(*parting),
            "2 elements with a wrong value; position 1 of the storage of t0: expected 2, got 2.5");
}

/// What the first statement that differs shows on a device with a fault.
Violation partingWith(const char* fault, const std::string& lines) {
  const Target& device = npu();
  enableFault(fault);
  Runner on_device(device);
  Runner on_reference(cpu());
  const auto parting = Lockstep(on_device, on_reference).run(parsed(lines));
  disableFaults();
  EXPECT_TRUE(parting) << fault;
  return parting.value_or(Violation{});
}

TEST(Lockstep, KeepsWhoRefused) {
  const std::string lines =
      "t0 = tensor([2], float32, iota, strides=[0], storage=1)\n"
      "t1 = tensor([2], float32, iota)\n"
      "refused aten.copy_(t0, t1)\n";
  const Violation violation = partingWith("expand-write-accepted", lines);
  const auto& refused = std::get<evidence::Refused>(violation.evidence);
  EXPECT_FALSE(refused.device);
  ASSERT_TRUE(refused.reference);
  EXPECT_EQ(refused.reference->kind, "RuntimeError");
  EXPECT_NE(sentence(parsed(lines), violation).find("was accepted, and the CPU refuses it"),
            std::string::npos)
      << sentence(parsed(lines), violation);
}

TEST(Lockstep, KeepsWhichStorageATensorLiesIn) {
  const Violation violation = partingWith("select-fallback-copy",
                                          "t0 = tensor([2, 2], float32, iota)\n"
                                          "t1 = aten.select.int(t0, 1, 0)\n");
  EXPECT_EQ(violation.property, Property::aliasing);
  EXPECT_EQ(violation.evidence, Evidence(evidence::Shared{1, 0, 1}));
  EXPECT_EQ(describe(violation), "t1 does not share the storage of t0");
}

TEST(Lockstep, KeepsBothLayouts) {
  const Violation violation = partingWith("clone-contiguous",
                                          "t0 = tensor([2, 2], float32, iota, strides=[1, 2])\n"
                                          "t1 = aten.clone(t0)\n");
  EXPECT_EQ(violation.property, Property::layout);
  const auto& laid_out = std::get<evidence::LaidOut>(violation.evidence);
  EXPECT_EQ(laid_out.tensor, 1);
  EXPECT_EQ(laid_out.expected.strides, (Dims{1, 2}));
  EXPECT_EQ(laid_out.got.strides, (Dims{2, 1}));
}

// Located, the program would be refused (`kMaxSnapshotBytes`): nothing here goes by the square of
// the number of statements.
TEST(Localize, FindsTheStatementOfALongProgram) {
  const Target& device = npu();
  Program program = parsed(
      "t0 = tensor([4], float32, iota)\n"
      "t1 = aten.alias(t0)\n");
  while (program.statements.size() < 50000) program.statements.push_back(program.statements[1]);
  const Program wrong = parsed(
      "t0 = tensor([4], float32, iota)\n"
      "t1 = tensor([8], float32, iota)\n"
      "t2 = aten.slice.Tensor(t1, 0, 3, 7, 1)\n"
      "aten.copy_(t2, t0)\n");
  program = joined(program, wrong);
  enableFault("offset-dst");
  Checks checks(device, cpu());
  EXPECT_THROW(checks.located(program), BadCall);
  const auto found = localize(program, device, cpu(), checks);
  disableFaults();
  ASSERT_TRUE(found);
  EXPECT_EQ(found->parting.statement, 50003U);
  EXPECT_EQ(found->compared, 50004U);
  ASSERT_TRUE(found->witness);
  EXPECT_EQ(found->witness->program.statements.size(), 3U);
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
