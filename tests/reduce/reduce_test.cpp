#include "viewfuzz/reduce/reduce.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "viewfuzz/program/edit.h"
#include "viewfuzz/reduce/minimality.h"
#include "viewfuzz/reduce/passes.h"
#include "viewfuzz/text/cost.h"
#include "viewfuzz/text/text.h"

namespace viewfuzz {
namespace {

Program programOf(const std::string& lines) { return parse("# viewfuzz program 1\n" + lines); }

TEST(Cost, FewerStatementsThenSimplerOnes) {
  const Program one = programOf("t0 = tensor([5, 5], float64, ints(3), offset=2)\n");
  const Program two = programOf("t0 = tensor([], float32, iota)\naten.zero_(t0)\n");
  EXPECT_LT(costOf(one), costOf(two));
  EXPECT_LT(costOf(programOf("t0 = tensor([2], float32, iota)\n")),
            costOf(programOf("t0 = tensor([3], float32, iota)\n")));
  EXPECT_LT(costOf(programOf("t0 = tensor([2], float32, iota)\n")),
            costOf(programOf("t0 = tensor([2], float16, iota)\n")));
  EXPECT_LT(costOf(programOf("t0 = tensor([2], float32, iota)\n")),
            costOf(programOf("t0 = tensor([2], float32, zeros)\n")));
}

TEST(Edit, ACutPrefixKeepsLayoutsAndSharing) {
  const Program program = programOf(
      "t0 = tensor([4, 4], int32, ints(5))\n"
      "t1 = aten.select.int(t0, 1, 2)\n"
      "t2 = aten.slice.Tensor(t0, 0, 1, 3, 1)\n"
      "t3 = aten.clone(t1)\n"
      "aten.copy_(t1, t3)\n"
      "aten.zero_(t2)\n");
  const auto cut = cutPrefix(program, 4);
  ASSERT_TRUE(cut);
  EXPECT_EQ(print(*cut),
            "# viewfuzz program 1\n"
            "t0 = tensor([4], int32, ints(5), strides=[4], offset=2, storage=16)\n"
            "t1 = tensor([4], int32, iota)\n"
            "t2 = tensor([2, 4], int32, offset=4, of=t0)\n"
            "aten.copy_(t0, t1)\n"
            "aten.zero_(t2)\n");
}

TEST(Edit, AStatementInUseNeedsASubstitute) {
  const Program program =
      programOf("t0 = tensor([4], int32, iota)\nt1 = aten.detach(t0)\naten.zero_(t1)\n");
  EXPECT_FALSE(withoutStatement(program, 1, {}));
  const auto shorter = withoutStatement(program, 1, {0});
  ASSERT_TRUE(shorter);
  EXPECT_EQ(*shorter, programOf("t0 = tensor([4], int32, iota)\naten.zero_(t0)\n"));
}

TEST(Reduce, EndsWithItsBudgetAndSaysSo) {
  const Program program = programOf("t0 = tensor([8, 8], float64, ints(3))\naten.zero_(t0)\n");
  int runs = 0;
  const Reduction reduction = reduce(
      program,
      [&](const Program& candidate) { return ++runs % 2 == 0 && candidate.statements.size() > 1; },
      {.runs = 5, .seconds = 60});
  EXPECT_EQ(reduction.effort.cut, Cut::budget);
  EXPECT_EQ(reduction.effort.runs, 5);
  EXPECT_EQ(runs, 5);
}

TEST(Reduce, NoProgramIsRunTwice) {
  const Program program = programOf(
      "t0 = tensor([3, 3], float64, iota)\nt1 = aten.transpose.int(t0, 0, 1)\naten.zero_(t1)\n");
  std::set<std::string> seen;
  reduce(program, [&](const Program& candidate) {
    EXPECT_TRUE(seen.insert(print(candidate)).second) << print(candidate);
    return false;
  });
  EXPECT_GT(seen.size(), 10U);
}

TEST(Reduce, AListThatMustStayIsNeverEmptied) {
  const Program program = programOf(
      "t0 = tensor([3], float32, iota)\n"
      "t1 = tensor([2], int64, [2, 1])\n"
      "t2 = tensor([2], float32, ints(5))\n"
      "aten.index_put_(t0, [t1], t2, False)\n");
  const auto has_list = [](const Program& candidate) {
    // What is offered can be written down, and read again.
    EXPECT_EQ(parse(print(candidate)), candidate) << print(candidate);
    const auto& statements = candidate.statements;
    return std::any_of(statements.begin(), statements.end(), [](const Statement& statement) {
      const auto* source = std::get_if<Source>(&statement.what);
      return source != nullptr && source->fill.kind == Fill::Kind::list;
    });
  };
  EXPECT_EQ(reduce(program, has_list).program, programOf("t0 = tensor([], float32, [0])\n"));
}

TEST(Reduce, AResultBecomesASourceOfOtherValues) {
  const auto program = programOf("t0 = tensor([3], float32, iota)\nt1 = aten.flip(t0, [0])\n");
  bool apart = false;
  proposeSourcesForCalls(program, [&](const Program& candidate) {
    const Fill& fill = std::get<Source>(candidate.statements[1].what).fill;
    apart = apart || (fill.kind == Fill::Kind::iota && fill.seed > 0);
    return false;
  });
  EXPECT_TRUE(apart);
}

/// Fails whenever something is written.
bool writes(const Program& program) {
  const auto& statements = program.statements;
  return std::any_of(statements.begin(), statements.end(),
                     [](const Statement& statement) { return statement.results() == 0; });
}

TEST(Reduce, EndsAtOnceWhereAStopIsAskedFor) {
  const Program program = programOf("t0 = tensor([8, 8], float64, ints(3))\naten.zero_(t0)\n");
  Budget budget;
  budget.stop.emplace();
  const Reduction reduction = reduce(
      program,
      [&](const Program& candidate) {
        budget.stop->request();
        return writes(candidate);
      },
      budget);
  EXPECT_EQ(reduction.effort.cut, Cut::stopped);
  EXPECT_EQ(reduction.effort.runs, 1);
}

TEST(Reduce, ManyStatementsEndWithTheTime) {
  Program program = programOf("t0 = tensor([8, 8], float64, ints(3))\n");
  const Program write = programOf("t0 = tensor([8, 8], float64, ints(3))\naten.zero_(t0)\n");
  for (int i = 0; i < 20000; ++i) program.statements.push_back(write.statements[1]);
  const auto start = std::chrono::steady_clock::now();
  const Reduction reduction =
      reduce(program, [](const Program&) { return false; }, {.seconds = 0.5});
  EXPECT_EQ(reduction.effort.cut, Cut::budget);
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(30));
}

TEST(Minimality, FindsASmallerNeighbor) {
  Spending spending({});
  const auto smaller = smallerNeighbor(
      programOf("t0 = tensor([3], float32, iota)\naten.zero_(t0)\n"), writes, spending);
  ASSERT_TRUE(smaller);
  EXPECT_EQ(*smaller, programOf("t0 = tensor([2], float32, iota)\naten.zero_(t0)\n"));
  EXPECT_TRUE(isOneMinimal(programOf("t0 = tensor([], float32, iota)\naten.zero_(t0)\n"), writes,
                           spending));
}

TEST(Minimality, CountsItsRunsAndIsNotShownWhereTheBudgetEnds) {
  const Program program = programOf("t0 = tensor([], float32, iota)\naten.zero_(t0)\n");
  int runs = 0;
  const auto counted = [&](const Program& candidate) { return ++runs, writes(candidate); };
  Spending enough({});
  EXPECT_TRUE(isOneMinimal(program, counted, enough));
  EXPECT_EQ(enough.effort().runs, runs);
  EXPECT_EQ(enough.effort().cut, Cut::none);
  ASSERT_GT(runs, 1);
  Spending one({.runs = 1});
  EXPECT_FALSE(isOneMinimal(program, counted, one));
  EXPECT_EQ(one.effort().runs, 1);
  EXPECT_EQ(one.effort().cut, Cut::budget);
}

}  // namespace
}  // namespace viewfuzz
