#include "viewfuzz/campaign/coverage.h"

#include <gtest/gtest.h>

#include "viewfuzz/text/text.h"

namespace viewfuzz {
namespace {

TEST(Coverage, CountsCellsAndPairs) {
  const Program program = parse(
      "# viewfuzz program 1\n"
      "t0 = tensor([2, 3], float32, iota)\n"
      "t1 = aten.select.int(t0, 1, 0)\n"
      "aten.zero_(t1)\n"
      "t2 = refused aten.select.int(t0, 0, 5)\n"
      "aten.zero_(t1)\n");
  Coverage coverage;
  coverage.add(program);
  EXPECT_EQ(coverage.cells(Cell::Kind::operand).hit,
            2U);  // select of a contiguous one, zero_ of one with gaps
  EXPECT_EQ(coverage.cells(Cell::Kind::pair).hit, 2U);  // select, zero_; zero_, zero_
  // One cell seen once and one twice: half a cell is estimated to be missing.
  EXPECT_DOUBLE_EQ(coverage.cells(Cell::Kind::operand).reachable, 2.5);
}

}  // namespace
}  // namespace viewfuzz
