#include "viewfuzz/dumps/difference.h"

#include <ATen/ATen.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

namespace viewfuzz {
namespace {

TEST(Dumps, KeysAreOrderedAsPeopleCount) {
  std::vector<std::string> keys = {"L10.a", "L9.a", "L9.a_x", "L9.a.b", "L9", "row_010", "row_9"};
  std::sort(keys.begin(), keys.end(), naturallyLess);
  EXPECT_EQ(keys, (std::vector<std::string>{"L9", "L9.a", "L9.a.b", "L9.a_x", "L10.a", "row_9",
                                            "row_010"}));
}

TEST(Dumps, OfEqualTensorsNothingDiffers) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const double inf = std::numeric_limits<double>::infinity();
  for (const at::Tensor& tensor :
       {at::arange(6, at::kFloat), at::zeros({2, 2}), at::empty({0}), at::ones({2}, at::kLong),
        at::tensor({nan, inf, 1.0}), at::tensor({nan}), at::ones({2}, at::kComplexFloat)}) {
    const auto seen = difference("k", tensor, tensor);
    EXPECT_TRUE(within(seen, DumpBounds{1 - 1e-12, 0})) << tensor;
    EXPECT_EQ(seen.largest, 0);
  }
}

// A wrong row of a large tensor hardly moves the cosine.
TEST(Dumps, OneWrongElementIsBeyondTheBoundsThoughTheCosineIsNot) {
  const at::Tensor a = at::ones({10000});
  at::Tensor b = a.clone();
  b[17] += 0.5;
  const auto seen = difference("k", a, b);
  EXPECT_GT(seen.cosine, 0.9999);
  EXPECT_DOUBLE_EQ(seen.largest, 0.5);
  EXPECT_FALSE(within(seen, DumpBounds{}));
}

TEST(Dumps, WhatIsNotANumberOnOneSideIsBeyondTheBounds) {
  const at::Tensor a = at::ones({3});
  for (const double odd :
       {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()}) {
    at::Tensor b = a.clone();
    b[1] = odd;
    EXPECT_FALSE(within(difference("k", a, b), DumpBounds{})) << odd;
    EXPECT_FALSE(within(difference("k", b, a), DumpBounds{})) << odd;
  }
}

TEST(Dumps, ZerosAreNearNothingButZeros) {
  EXPECT_FALSE(within(difference("k", at::ones({3}), at::zeros({3})), DumpBounds{}));
  EXPECT_FALSE(within(difference("k", at::zeros({3}), at::ones({3})), DumpBounds{}));
  EXPECT_FALSE(within(difference("k", at::ones({3}), at::ones({4})), DumpBounds{}));
}

TEST(Dumps, KeysAreThoseOfBothFiles) {
  SafeTensors a;
  SafeTensors b;
  for (const auto* key : {"x_2", "x_10", "only_a"}) a.tensors[key] = at::ones({1});
  for (const auto* key : {"x_2", "x_10", "only_b"}) b.tensors[key] = at::ones({1});
  EXPECT_EQ(commonKeys(a, b), (std::vector<std::string>{"x_2", "x_10"}));
  b.metadata["viewfuzz.order"] = R"(["x_10", "gone", "x_2"])";
  EXPECT_EQ(commonKeys(a, b), (std::vector<std::string>{"x_10", "x_2"}));
}

}  // namespace
}  // namespace viewfuzz
