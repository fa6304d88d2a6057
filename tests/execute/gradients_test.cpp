#include "viewfuzz/execute/gradients.h"

#include <gtest/gtest.h>

#include <ATen/ATen.h>

#include "tests/npu.h"
#include "viewfuzz/text/text.h"

namespace viewfuzz {
namespace {

// LeakSanitizer found this leak under fuzz_program.
TEST(Gradients, ATensorThatLeadsToItselfIsFreed) {
  const Program program = parse(
      "# viewfuzz program 1\n"
      "t0 = tensor([2], float32, iota)\n"
      "t1 = aten.lift_fresh(t0)\n");
  for (const Target* target : {&cpu(), &npu()}) {
    Runner runner(*target);
    runWithGradients(runner, program);
    ASSERT_TRUE(runner.tensors()[1].is_same(runner.tensors()[0]));
    const c10::weak_intrusive_ptr<c10::TensorImpl> tensor(runner.tensors()[0].getIntrusivePtr());
    runner.start();  // drops the tensors
    EXPECT_TRUE(tensor.expired()) << target->name();
  }
}

}  // namespace
}  // namespace viewfuzz
