#include "viewfuzz/generate/repair.h"

#include <gtest/gtest.h>

#include "viewfuzz/text/text.h"

namespace viewfuzz {
namespace {

TEST(Repair, AScalarCannotBeAWindowOfAnEmptyStorage) {
  Program program = parse(
      "# viewfuzz program 1\n"
      "t0 = tensor([1], float32, iota)\n"
      "t1 = tensor([], float32, of=t0)\n");
  std::get<Source>(program.statements[0].what).layout.sizes = {0};
  std::get<Source>(program.statements[0].what).storage_numel = 0;
  ASSERT_FALSE(isValid(program));

  const Program mended = repair(program);
  EXPECT_TRUE(isValid(mended));
  EXPECT_EQ(print(mended),
            "# viewfuzz program 1\n"
            "t0 = tensor([0], float32, iota)\n"
            "t1 = tensor([], float32, iota)\n");
}

}  // namespace
}  // namespace viewfuzz
