#include "viewfuzz/judge/gradient.h"

#include <gtest/gtest.h>

#include "viewfuzz/target/open.h"
#include "viewfuzz/text/text.h"

namespace viewfuzz {
namespace {

class Gradient : public testing::Test {
 protected:
  void run(const std::string& lines) {
    const Target& cpu = cpuTarget();
    Runner runner(cpu);
    program = parse("# viewfuzz program 1\n" + lines);
    reference = runWithGradients(runner, program);
    device = reference;
  }
  std::string signature() const {
    const auto violation = judgeGradients(program, device, reference);
    return violation ? violation->signature() : "";
  }
  Program program;
  Gradients device;
  Gradients reference;
};

constexpr const char* kSelect =
    "t0 = tensor([2, 2], float32, iota)\nt1 = aten.select.int(t0, 1, 0)\n";

TEST_F(Gradient, GoesBackThroughAView) {
  run(kSelect);
  ASSERT_EQ(reference.gradients.size(), 1U);
  EXPECT_EQ(reference.tensors[0].grad_fn, "");
  EXPECT_EQ(reference.tensors[1].grad_fn, "SelectBackward0");
  // 1 and 2 for the selected elements, nothing for the others.
  const auto& elements = reference.gradients[0].elements;
  const auto* values = reinterpret_cast<const float*>(elements.data());
  EXPECT_EQ(std::vector<float>(values, values + 4), (std::vector<float>{1, 0, 2, 0}));
  EXPECT_EQ(signature(), "");
}

TEST_F(Gradient, EverySecondFloatingSourceAsksForOne) {
  run("t0 = tensor([2], float32, iota)\nt1 = tensor([2], int32, iota)\n"
      "t2 = tensor([2], float32, iota)\naten.copy_(t0, t2)\n");
  EXPECT_EQ(reference.tensors[0].grad_fn, "torch::autograd::CopyBackwards");
  EXPECT_FALSE(reference.tensors[1].requires_grad);
  ASSERT_EQ(reference.gradients.size(), 1U);
  EXPECT_EQ(reference.gradients[0].source, 2);
}

TEST_F(Gradient, ALeafMayNotBeWritten) {
  run("t0 = tensor([2], float32, iota)\naten.zero_(t0)\n");
  ASSERT_TRUE(reference.refusals[1]);
  device.refusals[1].reset();
  EXPECT_EQ(signature(), "gradient:aten.zero_:refused");
}

TEST_F(Gradient, AnotherNode) {
  run(kSelect);
  device.tensors[1].grad_fn = "CloneBackward0";
  EXPECT_EQ(signature(), "gradient:aten.select.int:node");
}

TEST_F(Gradient, AnotherValueOrNone) {
  run(kSelect);
  device.gradients[0].elements[3] ^= std::byte{1};
  EXPECT_EQ(signature(), "gradient:backward:values");
  device.gradients[0] = {0, false, {}, Dtype::Float, {}};
  EXPECT_EQ(signature(), "gradient:backward:values");
}

TEST_F(Gradient, AWayBackThatIsRefused) {
  // The product needs what the fill has overwritten.
  run("t0 = tensor([2], float32, iota)\nt1 = tensor([2], float32, iota)\n"
      "t2 = aten.mul.Tensor(t0, t1)\naten.zero_(t0)\n");
  ASSERT_TRUE(reference.backward);
  EXPECT_EQ(signature(), "");
  device.backward.reset();
  EXPECT_EQ(signature(), "gradient:backward:backward");
}

TEST_F(Gradient, ValuesBehindRandomNumbersAreLeftOpen) {
  run("t0 = tensor([], float32, iota)\naten.normal_(t0)\n"
      "t1 = tensor([], float32, iota)\naten.mul_.Tensor(t0, t1)\n");
  device.gradients[0].elements[3] ^= std::byte{1};
  EXPECT_EQ(signature(), "");
  device.tensors[0].grad_fn = "";
  EXPECT_EQ(signature(), "gradient:tensor:node");
}

TEST_F(Gradient, OfElementsThatTheOperandDoesNotHaveIsLeftOpen) {
  run("t0 = tensor([2], float32, iota, strides=[2])\nt1 = aten.as_strided(t0, [], [], 1)\n");
  device.gradients[0].elements[3] ^= std::byte{1};
  EXPECT_EQ(signature(), "");
  run("t0 = tensor([1, 2], float32, iota, strides=[0, 2])\n"
      "t1 = aten.diagonal(t0, 0, 0, 1)\naten.resize_(t1, [2])\n"
      "t2 = tensor([], float32, iota)\naten.copy_(t1, t2)\n");
  device.gradients[0].elements[3] ^= std::byte{1};
  EXPECT_EQ(signature(), "");
  run("t0 = tensor([2, 3], float32, iota, strides=[1, 1])\nt1 = aten.select.int(t0, 0, 0)\n");
  device.gradients[0].elements[3] ^= std::byte{1};
  EXPECT_EQ(signature(), "");
}

}  // namespace
}  // namespace viewfuzz
