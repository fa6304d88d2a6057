#include "viewfuzz/coverage/layout_class.h"

#include <gtest/gtest.h>

namespace viewfuzz {
namespace {

Layout laid(Dims sizes, Dims strides, int64_t offset = 0) {
  Layout layout;
  layout.sizes = std::move(sizes);
  layout.strides = std::move(strides);
  layout.offset = offset;
  return layout;
}

TEST(LayoutClass, TellsLayoutsApart) {
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

}  // namespace
}  // namespace viewfuzz
