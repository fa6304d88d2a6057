#include "viewfuzz/generate/generate.h"

#include <gtest/gtest.h>

#include "viewfuzz/generate/choices.h"
#include "viewfuzz/text/text.h"

namespace viewfuzz {
namespace {

TEST(Generate, TheFirstCasesOfASeedStayWhatTheyAre) {
  // A case in a report is named by (seed, index, generator version). When this changes on purpose,
  // so does the version: the digest is of version 9.
  const Generator generator(profiles().front());
  uint64_t digest = 0;
  for (uint64_t i = 0; i < 100; ++i) {
    SeededChoices choices(7, i);
    for (const char c : print(generator.generate(choices)))
      digest = scramble(digest ^ static_cast<unsigned char>(c));
  }
  EXPECT_EQ(kGeneratorVersion, 9);
  EXPECT_EQ(digest, uint64_t{15838971069447919529U});
}

TEST(Generate, StaysWithinTheProfile) {
  for (const auto& profile : profiles()) {
    const Generator generator(profile);
    for (uint64_t i = 0; i < 200; ++i) {
      SeededChoices choices(1, i);
      const Program program = generator.generate(choices);
      // One draw may append several statements: the sources of a call, or a chain of calls.
      EXPECT_LE(program.statements.size(), static_cast<size_t>(profile.max_statements) + 6)
          << profile.name;
    }
  }
}

TEST(Generate, AWeightOfAnUnknownOpIsAnError) {
  Profile profile = profiles().front();
  profile.ops.push_back({"aten.no_such_op", 1});
  EXPECT_THROW(Generator{profile}, std::invalid_argument);
  profile = profiles().front();
  profile.families.push_back({"no-such-family", 1});
  EXPECT_THROW(Generator{profile}, std::invalid_argument);
}

// ---- One more op leaves the cases of other families as they are.

bool sounded = false;
/// Finds no arguments, and notes that it was asked.
bool soundingDraw(Draft&, Call&) {
  sounded = true;
  return false;
}

/// The families of the table, and one more that holds `sounding`.
std::vector<Family> withSounding(const std::vector<Op>& sounding) {
  std::vector<Family> all(families().begin(), families().end());
  all.insert(all.begin() + 3, {"sounding", sounding});
  return all;
}

TEST(Generate, OneMoreOpLeavesTheCasesOfOtherFamiliesAsTheyAre) {
  const auto rule = [](const LayoutState&, const Call&) { return Outcome::dontKnow(); };
  const Op op = {.name = "test.first", .kind = Kind::compute, .rule = rule, .draw = soundingDraw};
  Op another = op;
  another.name = "test.second";
  const std::vector<Op> one = {op};
  const std::vector<Op> two = {op, another};
  const auto with_one = withSounding(one);
  const auto with_two = withSounding(two);
  Profile profile = profiles().front();
  profile.families.push_back({"sounding", 100});
  const Generator before(profile, with_one);
  const Generator after(profile, with_two);
  size_t with_it = 0;
  constexpr uint64_t kCases = 200;
  for (uint64_t i = 0; i < kCases; ++i) {
    sounded = false;
    SeededChoices choices(9, i);
    const Program expected = before.generate(choices);
    if (sounded) {
      ++with_it;
      continue;
    }
    SeededChoices again(9, i);
    EXPECT_EQ(after.generate(again), expected) << i;
  }
  EXPECT_GT(with_it, kCases / 10);
  EXPECT_LT(with_it, kCases * 9 / 10);
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
