#include "viewfuzz/generate/small/deviations.h"

#include <gtest/gtest.h>

namespace viewfuzz {
namespace {

TEST(Deviations, AreThePlainestChoicesButForThose) {
  Deviations choices(1, 3);
  choices.deviate(3, 9);
  EXPECT_EQ(choices.below(5), 0U);
  EXPECT_EQ(choices.below(5), 3U);
  EXPECT_EQ(choices.below(5), 0U);
  EXPECT_EQ(choices.below(4), 3U);  // the last choice
  EXPECT_EQ(choices.bounds(), (std::vector<uint64_t>{5, 5, 5, 4}));
}

TEST(Deviations, OthersAreAllOfFewAndAnEvenSpreadOfMany) {
  EXPECT_EQ(otherChoices(1), std::vector<uint64_t>{});
  EXPECT_EQ(otherChoices(4), (std::vector<uint64_t>{1, 2, 3}));
  EXPECT_EQ(otherChoices(60),
            (std::vector<uint64_t>{1, 6, 11, 16, 21, 26, 31, 36, 41, 46, 51, 56, 59}));
}

TEST(Deviations, AFewOthersAreTheFirstAndTheLast) {
  EXPECT_EQ(fewOtherChoices(1), std::vector<uint64_t>{});
  EXPECT_EQ(fewOtherChoices(2), std::vector<uint64_t>{1});
  EXPECT_EQ(fewOtherChoices(9), (std::vector<uint64_t>{1, 8}));
}

}  // namespace
}  // namespace viewfuzz
