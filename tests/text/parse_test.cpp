#include <fmt/format.h>
#include <gtest/gtest.h>

#include <set>

#include "viewfuzz/ops/table.h"
#include "viewfuzz/program/op.h"
#include "viewfuzz/text/text.h"

namespace viewfuzz {
namespace {

constexpr std::string_view kHead = "# viewfuzz program 1\n";

Program parsed(const std::string& lines) { return parse(std::string(kHead) + lines); }

struct Bad {
  std::string lines;
  int line;
  int column;
  std::string expected;  // a part of the message
};

class Refused : public testing::TestWithParam<Bad> {};

TEST_P(Refused, WithPlaceAndExpectation) {
  try {
    parse(std::string(kHead) + GetParam().lines, "case.vf");
    FAIL() << "was taken: " << GetParam().lines;
  } catch (const ParseError& error) {
    EXPECT_EQ(error.line, GetParam().line) << error.what();
    EXPECT_EQ(error.column, GetParam().column) << error.what();
    EXPECT_NE(std::string(error.what()).find(GetParam().expected), std::string::npos)
        << error.what();
    EXPECT_EQ(std::string(error.what()).rfind("case.vf:", 0), 0U);
  }
}

INSTANTIATE_TEST_SUITE_P(
    Lines, Refused,
    testing::Values(
        Bad{"t0 = tensor([2], float99, iota)", 2, 18, "expected a dtype"},
        Bad{"t0 = tensor([2], float32)", 2, 26, "expected a fill"},
        Bad{"t0 = tensor([-2], float32, iota)", 2, 14, "expected an integer in [0,"},
        Bad{"t0 = tensor([2], float32, iota, storage=1)", 2, 43, "a storage of at least 2"},
        Bad{"t0 = tensor([2], float32, iota, strides=[1, 1])", 2, 48, "as many strides as sizes"},
        Bad{"t0 = tensor([4000000, 4000000], float32, iota)", 2, 47, "at most"},
        Bad{"t0 = tensor([2], float32, iota, strides=[99999999999])", 2, 55,
            "beyond the largest storage"},
        Bad{"t0 = tensor([2], float32, iota)\nt0 = tensor([2], float32, iota)", 3, 1,
            "second time"},
        Bad{"aten.zero_(t7)", 2, 12, "neither a tensor"}, Bad{"zero_(t7)", 2, 6, "expected '='"},
        Bad{"t1 = zero_()", 2, 1, "with its namespace"},
        Bad{"t0 = tensor([2], float32, iota) t1", 2, 33, "the end of the line"},
        Bad{"t0 = refused tensor([2], float32, iota)", 2, 1, "cannot be refused"},
        Bad{"refused = aten.zero_(t0)", 2, 9, "expected an op"},
        Bad{"t0 = tensor([2], float32, iota)\nt1 = tensor([3], float32, of=t0)", 3, 1,
            "beyond its storage"},
        Bad{"t0 = tensor([2], float32, iota)\naten.clamp_(min=1, t0)", 3, 22,
            "named arguments behind"},
        Bad{"t0 = tensor([4000000], complex128, iota)\nt1 = aten.clone(t0)\n"
            "t2 = aten.clone(t0)\nt3 = aten.clone(t0)\nt4 = aten.clone(t0)",
            6, 1, "too large"},
        Bad{"t0 = tensor([2], float32, uniform(1))", 2, 36, "expected ','"},
        Bad{"t0 = tensor([2], float32, uniform(-1, 1))", 2, 35, "an integer in [0,"},
        Bad{"t0 = tensor([2], float32, uniform(1, nan))", 2, 38, "expected"},
        Bad{"t0 = tensor([2], float32, uniform(1, 1e30))", 2, 38, "at most 1e15"}));

TEST(Parse, FractionsAreReadBackAsTheyAre) {
  for (const auto* fill : {"uniform(7, 0.25)", "uniform(7, 1e-05, -1.5)", "uniform(0, 3, 0.1)"}) {
    const std::string text =
        fmt::format("{}t0 = tensor([2], float32, {})  # w.norm.weight\n", kHead, fill);
    EXPECT_EQ(print(parse(text)), text);
  }
  const auto read = parsed("t0 = tensor([2], float32, uniform(7, 0.1, 0.0))");
  const auto& made = std::get<Source>(read.statements[0].what);
  EXPECT_EQ(made.fill, (Fill{Fill::Kind::uniform, 7, {}, 0.1, 0}));
  EXPECT_EQ(parse(print(read)), read);
}

TEST(Parse, AnotherVersionIsRefusedWithASentence) {
  const auto told = [](std::string_view text) -> std::string {
    try {
      parse(text, "old.vf");
    } catch (const ParseError& error) {
      return error.what();
    }
    return "taken";
  };
  EXPECT_EQ(
      told("# viewfuzz program 2\nt0 = ~~~\n"),
      "old.vf:1:1: a program of version '2', and this viewfuzz reads version 1: it was written "
      "by another viewfuzz, which can read it");
  EXPECT_EQ(told(""), "old.vf:1:1: expected '# viewfuzz program 1' as the first line");
  EXPECT_EQ(told("t0 = tensor([2], int8, iota)\n"),
            "old.vf:1:1: expected '# viewfuzz program 1' as the first line");
}

// Written with version 1, and never to be changed: who keeps files of that version can read them.
TEST(Parse, EverythingThatVersionOneCanSayIsReadAndPrintedAsItWas) {
  const std::string text =
      "# viewfuzz program 1\n"
      "t0 = tensor([2, 3, 4, 8], float32, iota)\n"
      "t1 = tensor([2, 3], bfloat16, [1, -2], strides=[1, 2], offset=1, storage=9)  # L00.x\n"
      "t2 = tensor([2], bfloat16, offset=3, of=t1)\n"
      "t3 = tensor([3], bool, iota(1), host=True)\n"
      "t4 = tensor([], complex64, special)\n"
      "t5 = tensor([0], int64, zeros)\n"
      "t6 = tensor([4], float16, ints(7), strides=[0], storage=2)\n"
      "t7 = tensor([2], float32, uniform(7, 1e-05, -1.5))\n"
      "t8, t9 = aten.split.Tensor(t0, 1, 0)\n"
      "t10 = refused aten.select.int(t0, 0, 9)\n"
      "t11 = aten.clone(t0, memory_format=\"channels_last\")\n"
      "t12 = aten.to.dtype(t1, float32, False, True)\n"
      "aten.index_put_(t0, [None, t5], t7, False)\n"
      "aten.fill_.Scalar(t1, -inf)\n"
      "t13 = aten.slice.Tensor(t7, 0, None, None, 2)\n";
  EXPECT_EQ(print(parse(text)), text);
}

TEST(Parse, ANameHasNoSpaces) {
  EXPECT_THROW(parsed("t0 = tensor([2], int8, iota)\naten. zero_(t0)"), ParseError);
}

TEST(Parse, ACallCanBeMeantToBeRefused) {
  const std::string text = std::string(kHead) +
                           "t0 = tensor([2], float32, iota)\n"
                           "t1 = refused aten.select.int(t0, 0, 9)\n"
                           "refused aten.copy_(t0, t0)\n";
  const Program program = parse(text);
  EXPECT_TRUE(program.statements[1].refused);
  EXPECT_TRUE(program.statements[2].refused);
  EXPECT_EQ(print(program), text);
}

TEST(Parse, ReadsEveryKindOfArgument) {
  const Program program = parsed(
      "x = tensor([2, 3], bfloat16, [1, -2], strides=[1, 2], offset=1, storage=9)  # L00.x\n"
      "y = tensor([2], bfloat16, of=x, offset=3)\n"
      "a, b = aten.split.Tensor(x, 1, 0)\n"
      "aten.made_up(x, [None, y], [1, 2], -5, 0.5, inf, None, True, float32, \"text\", key=[], "
      "other=3)\n");
  ASSERT_EQ(program.statements.size(), 4U);
  EXPECT_EQ(program.statements[0].label, "L00.x");
  EXPECT_EQ(std::get<Source>(program.statements[1].what).of, 0);
  EXPECT_EQ(program.statements[2].results(), 2);
  const auto& args = std::get<Call>(program.statements[3].what).args;
  EXPECT_EQ(std::get<TensorList>(args[1].value), (TensorList{std::nullopt, TensorRef{1}}));
  EXPECT_EQ(std::get<double>(args[4].value), 0.5);
  EXPECT_EQ(std::get<int64_t>(args[3].value), -5);
  EXPECT_EQ(std::get<Dtype>(args[8].value), Dtype::Float);
  EXPECT_EQ(args.back().name, "other");
  EXPECT_EQ(parse(print(program)), program);
}

TEST(Parse, ThePrintedTextIsWhatADocumentShows) {
  const std::string text =
      "# viewfuzz program 1\n"
      "t0 = tensor([2, 2], float32, iota)\n"
      "t1 = aten.select.int(t0, 1, 0)  # row\n"
      "aten.zero_(t1)\n";
  EXPECT_EQ(print(parse(text)), text);
}

std::string manyWritesToViews(size_t rounds) {
  std::string text =
      "# viewfuzz program 1\nt0 = tensor([2, 2], float32, iota)\nt1 = aten.contiguous(t0)\n"
      "n = aten._neg_view(t0)\n";
  for (size_t i = 0; i < rounds; ++i) {
    text += fmt::format(
        "a{0} = tensor([2], float32, iota)\nb{0} = aten.alias(a{0})\naten.transpose_(t1, 0, 1)\n"
        "aten.zero_(b{0})\naten.add_.Tensor(t0, n)\n",
        i);
  }
  return text;
}

/// The time that such a text takes is measured by `bench/case_bench`.
TEST(Parse, ALongProgramOfWritesToViewsIsReadWhole) {
  constexpr size_t kRounds = 9'000;
  const Program program = parse(manyWritesToViews(kRounds));
  ASSERT_EQ(program.statements.size(), 3 + 5 * kRounds);
  EXPECT_EQ(parse(print(program)), program);
}

TEST(Ops, TheTableHasOneEntryAName) {
  std::set<std::string_view> names;
  for (const auto& op : ops()) EXPECT_TRUE(names.insert(op.name).second) << op.name;
  EXPECT_EQ(findOp("aten.select.int")->name, "aten.select.int");
  EXPECT_EQ(findOp("aten.no_such_op"), nullptr);
}

}  // namespace
}  // namespace viewfuzz
