#include "viewfuzz/coverage/cells.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "viewfuzz/coverage/facts.h"
#include "viewfuzz/generate/choices.h"
#include "viewfuzz/generate/generate.h"
#include "viewfuzz/text/text.h"

namespace viewfuzz {
namespace {

std::set<std::string> namesOf(const std::string& statements) {
  std::set<std::string> names;
  forEachCell(parse("# viewfuzz program 1\n" + statements),
              [&](Cell cell) { names.insert(cellName(cell)); });
  return names;
}

TEST(Cells, SayWhatACallMeets) {
  const auto names = namesOf(
      "t0 = tensor([2, 3], float32, iota)\n"
      "t1 = aten.select.int(t0, 1, 0)\n"
      "t2 = tensor([2], int64, iota)\n"
      "aten.copy_(t1, t2)\n"
      "t3 = refused aten.select.int(t0, 0, 5)\n");
  EXPECT_EQ(names, (std::set<std::string>{
                       "aten.select.int operand 0: contiguous, float32, rank 2",
                       "aten.copy_ operand 0: gaps, float32, rank 1",
                       "aten.copy_ operand 1: contiguous, int64, rank 1",
                       "aten.select.int, then aten.copy_",
                       "aten.select.int, then a write of what it made",
                       "aten.copy_: converts",
                       "aten.copy_: dest-step",
                       "int64 to float32",
                       "aten.select.int, refused",
                   }));
}

TEST(Cells, AnOpOutsideTheTableHitsNone) {
  EXPECT_TRUE(namesOf("t0 = tensor([2], float32, iota)\n"
                      "t1 = aten.erfinv(t0)\n")
                  .empty());
}

TEST(Cells, HaveNumbersOfTheirOwn) {
  std::set<size_t> numbers;
  for (const Cell::Kind kind : cellKinds()) {
    ASSERT_GT(cellCount(kind), 0U);
    numbers.insert(cellNumber({kind, 0}));
    numbers.insert(cellNumber({kind, cellCount(kind) - 1}));
  }
  EXPECT_EQ(numbers.size(), 2 * cellKinds().size());
  EXPECT_EQ(*numbers.begin(), 0U);
  EXPECT_EQ(*numbers.rbegin() + 1, cellCount());
}

/// A fact that nothing hits would be a fact about nothing; one that every call hits tells nothing.
TEST(Cells, RandomProgramsHitEveryFactAndNoFactAlways) {
  const Generator generator(profiles().front());
  std::vector<size_t> hits(facts().size());
  size_t calls = 0;
  // The rarest fact comes once in some ten thousand programs.
  constexpr uint64_t kPrograms = 20'000;
  for (uint64_t i = 0; i < kPrograms; ++i) {
    SeededChoices choices(11, i);
    forEachCell(generator.generate(choices), [&](Cell cell) {
      if (cell.kind == Cell::Kind::pair) ++calls;
      if (cell.kind == Cell::Kind::fact) ++hits[cell.index % facts().size()];
    });
  }
  for (size_t i = 0; i < hits.size(); ++i) {
    EXPECT_GT(hits[i], 0U) << facts()[i].name;
    EXPECT_LT(hits[i], calls * 3 / 4) << facts()[i].name;
  }
}

TEST(Facts, HaveNamesOfTheirOwn) {
  std::set<std::string_view> names;
  for (const Fact& fact : facts()) EXPECT_TRUE(names.insert(fact.name).second) << fact.name;
}

struct Example {
  std::string fact;
  std::string program;
};

TEST(Facts, HoldWhereTheyShould) {
  for (const auto& [fact, program] : {
           Example{"equal-gappy-strides",
                   "t0 = tensor([2, 2], float32, iota, strides=[4, 1], storage=9)\n"
                   "t1 = tensor([2, 2], float32, iota, strides=[4, 1], storage=9)\n"
                   "aten.copy_(t0, t1)\n"},
           Example{"broadcasts-at-equal-rank",
                   "t0 = tensor([2, 2], float32, iota)\n"
                   "t1 = tensor([2, 1], float32, iota)\n"
                   "aten.copy_(t0, t1)\n"},
           Example{"dest-step-and-start",
                   "t0 = tensor([6], float32, iota)\n"
                   "t1 = tensor([3], float32, of=t0, strides=[2], offset=1)\n"
                   "t2 = tensor([3], float32, iota)\n"
                   "aten.copy_(t1, t2)\n"},
           Example{"one-storage-shifted",
                   "t0 = tensor([6], float32, iota)\n"
                   "t1 = tensor([3], float32, of=t0, offset=1)\n"
                   "t2 = tensor([3], float32, of=t0)\n"
                   "aten.copy_(t1, t2)\n"},
           Example{"third-view",
                   "t0 = tensor([2, 3, 4], float32, iota)\n"
                   "t1 = aten.detach(t0)\n"
                   "t2 = aten.transpose.int(t1, 0, 1)\n"
                   "t3 = aten.select.int(t2, 0, 1)\n"
                   "aten.zero_(t3)\n"},
           Example{"host-source",
                   "t0 = tensor([2], float32, iota)\n"
                   "t1 = tensor([2], float32, iota, host=True)\n"
                   "aten.copy_(t0, t1)\n"},
           Example{"again-elsewhere",
                   "t0 = tensor([6], float32, iota)\n"
                   "t1 = tensor([2], float32, of=t0)\n"
                   "t2 = tensor([2], float32, of=t0, offset=3)\n"
                   "aten.zero_(t1)\n"
                   "aten.zero_(t2)\n"},
           Example{"copies",
                   "t0 = tensor([2, 3], float32, iota, strides=[1, 2])\n"
                   "t1 = aten.reshape(t0, [6])\n"},
       }) {
    const auto names = namesOf(program);
    EXPECT_TRUE(std::any_of(names.begin(), names.end(), [&](const auto& name) {
      return name.ends_with(": " + fact);
    })) << fact;
  }
}

}  // namespace
}  // namespace viewfuzz
