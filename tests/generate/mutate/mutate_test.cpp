#include "viewfuzz/generate/mutate/mutate.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <ostream>
#include <set>
#include <string>

#include "viewfuzz/generate/choices.h"
#include "viewfuzz/generate/repair.h"
#include "viewfuzz/text/text.h"

namespace viewfuzz {

void PrintTo(const Mutation& mutation, std::ostream* os) { *os << mutation.name; }

namespace {

const Generator& generator() {
  static const Generator generator(profiles().front());
  return generator;
}

Program drawn(uint64_t index) {
  SeededChoices choices(3, index);
  return generator().generate(choices);
}

constexpr uint64_t kPrograms = 300;

class EachMutation : public testing::TestWithParam<Mutation> {};

TEST_P(EachMutation, OfAValidProgramIsValid) {
  for (uint64_t i = 0; i < kPrograms; ++i) {
    SeededChoices choices(4, i);
    const Program changed = mutated(drawn(i), GetParam(), generator(), choices);
    ASSERT_TRUE(isValid(changed)) << print(drawn(i)) << "became\n" << print(changed);
  }
}

TEST_P(EachMutation, IsReadBackAsItIsPrinted) {
  for (uint64_t i = 0; i < kPrograms; ++i) {
    SeededChoices choices(5, i);
    const std::string text = print(mutated(drawn(i), GetParam(), generator(), choices));
    ASSERT_EQ(print(parse(text)), text);
  }
}

TEST_P(EachMutation, IsTheSameForTheSameSeed) {
  for (uint64_t i = 0; i < kPrograms; ++i) {
    SeededChoices once(6, i);
    SeededChoices again(6, i);
    ASSERT_EQ(mutated(drawn(i), GetParam(), generator(), once),
              mutated(drawn(i), GetParam(), generator(), again));
  }
}

TEST_P(EachMutation, ChangesSomethingOften) {
  uint64_t changes = 0;
  for (uint64_t i = 0; i < kPrograms; ++i) {
    SeededChoices choices(7, i);
    const Program program = drawn(i);
    if (mutated(program, GetParam(), generator(), choices) != program) ++changes;
  }
  // Repair may restore the old program, and some programs have no two operands to swap.
  EXPECT_GT(changes, kPrograms / 5) << "of " << kPrograms;
}

/// Chains of mutations do not make programs grow without end.
TEST_P(EachMutation, ManyTimesKeepsProgramsSmall) {
  Program program = drawn(1);
  SeededChoices choices(8, 0);
  for (int i = 0; i < 200; ++i) {
    program = mutated(program, GetParam(), generator(), choices);
    if (program.statements.empty()) program = drawn(static_cast<uint64_t>(i));
    ASSERT_LT(program.statements.size(), 40U);
    int64_t bytes = 0;
    for (const int64_t each : layoutsAfter(program, program.statements.size()).storage_bytes)
      bytes += each;
    ASSERT_LT(bytes, int64_t{1} << 20) << print(program);
  }
}

INSTANTIATE_TEST_SUITE_P(Mutations, EachMutation,
                         testing::ValuesIn(mutations().begin(), mutations().end()),
                         [](const auto& mutation) {
                           std::string name(mutation.param.name);
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

TEST(Mutate, AWindowWithoutDimsDoesNotFitAnEmptyStorage) {
  Program program = parse(
      "# viewfuzz program 1\n"
      "t0 = tensor([0], float32, iota)\n"
      "t1 = tensor([], float32, iota)\n");
  std::get<Source>(program.statements[1].what).of = 0;
  EXPECT_FALSE(isValid(program));
  EXPECT_TRUE(isValid(repair(program)));
  EXPECT_EQ(repair(program).statements.size(), 2U);
}

TEST(Mutate, NamesAreThere) {
  std::set<std::string_view> names;
  for (const auto& mutation : mutations()) {
    EXPECT_TRUE(names.insert(mutation.name).second) << mutation.name;
    EXPECT_GT(mutation.weight, 0U) << mutation.name;
  }
}

TEST(Mutate, AShortenedProgramIsValidAndShort) {
  for (uint64_t i = 0; i < kPrograms; ++i) {
    SeededChoices choices(5, i);
    const Program program = drawn(i);
    const Program less = shortened(program, 3, choices);
    ASSERT_LE(less.statements.size(), 3U);
    ASSERT_TRUE(isValid(less)) << print(program) << "became\n" << print(less);
    ASSERT_EQ(shortened(program, program.statements.size(), choices), program);
  }
}

TEST(Mutate, OfNothingIsANewProgram) {
  SeededChoices choices(1, 1);
  EXPECT_FALSE(mutate(Program{}, generator(), choices).statements.empty());
}

TEST(Mutate, ASpliceIsValidAndHasSomethingOfBoth) {
  uint64_t longer = 0;
  for (uint64_t i = 0; i < kPrograms; ++i) {
    SeededChoices choices(9, i);
    const Program a = drawn(i);
    const Program b = drawn(i + kPrograms);
    const Program spliced = splice(a, b, choices);
    ASSERT_TRUE(isValid(spliced)) << print(spliced);
    if (spliced != a && spliced != b) ++longer;
  }
  EXPECT_GT(longer, kPrograms / 2);
}

}  // namespace
}  // namespace viewfuzz
