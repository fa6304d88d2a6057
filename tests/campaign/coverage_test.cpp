#include "viewfuzz/campaign/coverage.h"

#include <gtest/gtest.h>

#include "viewfuzz/program/text.h"

namespace viewfuzz {
namespace {

Layout laid(Dims sizes, Dims strides, int64_t offset = 0) {
  Layout layout;
  layout.sizes = std::move(sizes);
  layout.strides = std::move(strides);
  layout.offset = offset;
  return layout;
}

TEST(Coverage, TellsLayoutsApart) {
  EXPECT_EQ(layoutClass(laid({0, 2}, {2, 1})), LayoutClass::empty);
  EXPECT_EQ(layoutClass(laid({}, {}, 3)), LayoutClass::scalar);
  EXPECT_EQ(layoutClass(laid({2, 3}, {3, 1})), LayoutClass::contiguous);
  EXPECT_EQ(layoutClass(laid({2, 3}, {3, 1}, 3)), LayoutClass::offset);
  EXPECT_EQ(layoutClass(laid({2, 3}, {1, 2})), LayoutClass::permuted);
  EXPECT_EQ(layoutClass(laid({2, 3}, {6, 2})), LayoutClass::gaps);
  EXPECT_EQ(layoutClass(laid({2, 3}, {2, 6})), LayoutClass::steps);
  EXPECT_EQ(layoutClass(laid({2, 3}, {0, 1})), LayoutClass::expanded);
  EXPECT_EQ(layoutClass(laid({2, 3}, {1, 1})), LayoutClass::overlapping);
}

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
  EXPECT_EQ(coverage.cells().hit, 2U);  // select of a contiguous one, zero_ of one with gaps
  EXPECT_EQ(coverage.pairs().hit, 2U);  // select, zero_; zero_, zero_
  // One cell seen once and one twice: half a cell is estimated to be missing.
  EXPECT_DOUBLE_EQ(coverage.cells().reachable, 2.5);
}

}  // namespace
}  // namespace viewfuzz
