#include "viewfuzz/generate/generate.h"

#include <gtest/gtest.h>

#include "viewfuzz/generate/choices.h"
#include "viewfuzz/text/text.h"

namespace viewfuzz {
namespace {

TEST(Generate, TheFirstCasesOfASeedStayWhatTheyAre) {
  // A case in a report is named by (seed, index, generator version). When this changes on purpose,
  // so does the version: the digest is of version 8.
  const Generator generator(profiles().front());
  uint64_t digest = 0;
  for (uint64_t i = 0; i < 100; ++i) {
    SeededChoices choices(7, i);
    for (const char c : print(generator.generate(choices)))
      digest = scramble(digest ^ static_cast<unsigned char>(c));
  }
  EXPECT_EQ(kGeneratorVersion, 8);
  EXPECT_EQ(digest, uint64_t{13854417124790717153U});
}

TEST(Generate, StaysWithinTheProfile) {
  for (const auto& profile : profiles()) {
    const Generator generator(profile);
    for (uint64_t i = 0; i < 200; ++i) {
      SeededChoices choices(1, i);
      const Program program = generator.generate(choices);
      // A statement may bring its sources with it, or be a chain.
      EXPECT_LE(program.statements.size(), static_cast<size_t>(profile.max_statements) + 6)
          << profile.name;
    }
  }
}

TEST(Generate, AWeightOfAnUnknownOpIsAnError) {
  Profile profile = profiles().front();
  profile.weights.push_back({"aten.no_such_op", 1});
  EXPECT_THROW(Generator{profile}, std::invalid_argument);
}

TEST(Choices, AreInBounds) {
  SeededChoices choices(1, 2);
  std::vector<int> seen(5);
  for (int i = 0; i < 1000; ++i) {
    const auto value = choices.between(-2, 2);
    ASSERT_GE(value, -2);
    ASSERT_LE(value, 2);
    ++seen[static_cast<size_t>(value + 2)];
  }
  for (const int count : seen) EXPECT_GT(count, 120);
}

}  // namespace
}  // namespace viewfuzz
