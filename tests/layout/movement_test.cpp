#include "viewfuzz/layout/movement.h"

#include <gtest/gtest.h>

namespace viewfuzz {
namespace {

Layout movedLayout(Dims sizes, Dims strides, int64_t offset = 0, Dtype dtype = Dtype::Float) {
  return {std::move(sizes), std::move(strides), offset, dtype, 0};
}

TEST(Movement, SlicesAreClippedAndStep) {
  const Layout row = movedLayout({10}, {2}, 1);
  EXPECT_EQ(sliced(row, 0, 3, 8, 2), movedLayout({3}, {4}, 7));
  EXPECT_EQ(sliced(row, 0, -2, 99), movedLayout({2}, {2}, 17));
  EXPECT_EQ(sliced(row, 0, 5, 2), movedLayout({0}, {2}, 11));
}

TEST(Movement, TheDiagonalBeyondTheCornerIsEmpty) {
  const Layout matrix = movedLayout({3, 4}, {4, 1});
  EXPECT_EQ(diagonalOf(matrix, 1, 0, 1), movedLayout({3}, {5}, 1));
  EXPECT_EQ(diagonalOf(matrix, -1, 0, 1), movedLayout({2}, {5}, 4));
  EXPECT_EQ(diagonalOf(matrix, 9, 0, 1), movedLayout({0}, {5}, 0));
}

TEST(Movement, ReinterpretedElementsLieOnTheSameBytes) {
  const Layout floats = movedLayout({2, 4}, {6, 1}, 2);
  EXPECT_EQ(reinterpreted(floats, Dtype::Char), movedLayout({2, 16}, {24, 1}, 8, Dtype::Char));
  EXPECT_EQ(reinterpreted(floats, Dtype::Double), movedLayout({2, 2}, {3, 1}, 1, Dtype::Double));
  EXPECT_FALSE(reinterpreted(movedLayout({2, 4}, {6, 1}, 1), Dtype::Double).has_value());
  EXPECT_FALSE(reinterpreted(movedLayout({2, 4}, {5, 1}, 2), Dtype::Double).has_value());
  EXPECT_FALSE(reinterpreted(movedLayout({4, 2}, {1, 4}), Dtype::Char).has_value());
}

TEST(Movement, ACopyHasNoBits) {
  const Layout copy = inNewStorage(negated(conjugated(movedLayout({2}, {1}, 3))));
  EXPECT_FALSE(copy.conj || copy.neg);
  EXPECT_EQ(copy.storage, -1);
  EXPECT_EQ(conjugated(conjugated(copy)), copy);
}

TEST(Movement, ACopyKeepsTheOrderOfDims) {
  EXPECT_EQ(preservedStrides(movedLayout({2, 3}, {1, 2})), (Dims{1, 2}));
  EXPECT_EQ(preservedStrides(movedLayout({2, 3}, {2, 10})), (Dims{1, 2}));
  EXPECT_EQ(preservedStrides(movedLayout({2, 3}, {0, 1})), (Dims{3, 1}));
}

}  // namespace
}  // namespace viewfuzz
