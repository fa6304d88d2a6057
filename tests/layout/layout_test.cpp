#include "viewfuzz/layout/layout.h"

#include <gtest/gtest.h>

namespace viewfuzz {
namespace {

Layout layout(Dims sizes, Dims strides, int64_t offset = 0, int storage = 0) {
  return {std::move(sizes), std::move(strides), offset, Dtype::Float, storage};
}

TEST(Layout, NumelSaturatesAndAZeroWins) {
  EXPECT_EQ(numel(Dims{}), 1);
  EXPECT_EQ(numel(Dims{3, 4}), 12);
  EXPECT_EQ(numel(Dims{int64_t{1} << 40, int64_t{1} << 40}), std::numeric_limits<int64_t>::max());
  EXPECT_EQ(numel(Dims{int64_t{1} << 40, int64_t{1} << 40, 0}), 0);
}

TEST(Layout, BroadcastElementsAreThoseOfTheOperand) {
  EXPECT_EQ(broadcastElements(Dims{2, 1}, Dims{2, 2, 3}),
            (std::vector<int64_t>{0, 0, 0, 1, 1, 1, 0, 0, 0, 1, 1, 1}));
  EXPECT_EQ(broadcastElements(Dims{}, Dims{2}), (std::vector<int64_t>{0, 0}));
}

TEST(Layout, MarksTheBytesWithinTheWindow) {
  std::vector<bool> bytes(8);
  markBytes(layout({2}, {2}), bytes, 4);  // elements at the bytes 0 to 3 and 8 to 11
  EXPECT_EQ(bytes, (std::vector<bool>{false, false, false, false, true, true, true, true}));
}

TEST(Layout, ContiguousDoesNotLookAtDimsOfSizeOne) {
  EXPECT_TRUE(isContiguous(layout({2, 1, 3}, {3, 77, 1})));
  EXPECT_FALSE(isContiguous(layout({2, 3}, {4, 1})));
  EXPECT_FALSE(isContiguous(layout({2, 3}, {1, 2})));
  EXPECT_TRUE(isContiguous(layout({0, 3}, {9, 9})));
  EXPECT_TRUE(isNonOverlappingAndDense(layout({2, 3}, {1, 2})));
  EXPECT_FALSE(isNonOverlappingAndDense(layout({2, 3}, {1, 3})));
  EXPECT_FALSE(isNonOverlappingAndDense(layout({2, 3}, {0, 1})));
}

TEST(Layout, PositionsAreInLogicalOrder) {
  EXPECT_EQ(elementPositions(layout({2, 2}, {1, 3}, 5)), (std::vector<int64_t>{5, 8, 6, 9}));
  EXPECT_EQ(elementPositions(layout({}, {}, 4)), std::vector<int64_t>{4});
  EXPECT_TRUE(elementPositions(layout({0}, {1})).empty());
  EXPECT_EQ(bytesNeeded(layout({2, 2}, {1, 3}, 5)), 40);
  EXPECT_EQ(bytesNeeded(layout({0}, {1}, 5)), 0);
}

TEST(Layout, SelfOverlapIsExact) {
  EXPECT_TRUE(selfOverlaps(layout({2, 3}, {1, 1})));
  EXPECT_TRUE(selfOverlaps(layout({4}, {0})));
  EXPECT_FALSE(selfOverlaps(layout({1}, {0})));
  // Interleaved: the strides nest in neither order, and yet no position is hit twice.
  EXPECT_FALSE(selfOverlaps(layout({2, 3}, {3, 2})));
  EXPECT_TRUE(selfOverlaps(layout({3, 4}, {3, 2})));
}

TEST(Layout, OverlapOfTwo) {
  const Layout even = layout({4}, {2});
  EXPECT_EQ(overlap(even, layout({4}, {2}, 1)), Overlap::disjoint);
  EXPECT_EQ(overlap(even, even), Overlap::same);
  EXPECT_EQ(overlap(even, layout({4}, {2}, 2)), Overlap::partial);
  EXPECT_EQ(overlap(even, layout({4}, {2}, 0, 1)), Overlap::disjoint);
  EXPECT_EQ(overlap(even, layout({0}, {2})), Overlap::disjoint);
}

TEST(Layout, ViewStrides) {
  EXPECT_EQ(viewStrides(layout({2, 3, 4}, {12, 4, 1}), Dims{6, 2, 2}), (Dims{4, 2, 1}));
  EXPECT_EQ(viewStrides(layout({2, 6}, {12, 2}), Dims{2, 3, 2}), (Dims{12, 4, 2}));
  EXPECT_FALSE(viewStrides(layout({3, 2}, {1, 3}), Dims{6}).has_value());
  EXPECT_FALSE(viewStrides(layout({3, 2}, {2, 1}), Dims{5}).has_value());
  EXPECT_EQ(viewStrides(layout({}, {}), Dims{1, 1}), (Dims{1, 1}));
}

TEST(Layout, Broadcasting) {
  EXPECT_TRUE(broadcastsTo(Dims{3, 1}, Dims{2, 3, 4}));
  EXPECT_FALSE(broadcastsTo(Dims{2, 3, 4}, Dims{3, 4}));
  EXPECT_EQ(broadcastSizes(Dims{2, 1}, Dims{3}), (Dims{2, 3}));
  EXPECT_FALSE(broadcastSizes(Dims{2}, Dims{3}).has_value());
}

}  // namespace
}  // namespace viewfuzz
