// The commands about models, as a user runs them.

#include <gtest/gtest.h>

#include "tests/cli/command.h"

namespace {

// Long enough for two chunks, so that the layers' outputs are lost.
const std::string kTiny = "--model tiny --tokens 20 --chunk 16 ";

bool has(const Ran& ran, const std::string& text) {
  return ran.output.find(text) != std::string::npos;
}

TEST(Model, IsPrintedAsAProgramThatReplaysWell) {
  const auto file = freshFolder("model") / "tiny.vf";
  const Ran printed = viewfuzz("model --model tiny --layers 2 --tokens 5 1 --chunk 4");
  ASSERT_EQ(printed.exit_code, 0) << printed.output;
  std::ofstream(file) << printed.output;
  EXPECT_TRUE(has(printed, "# T01.L01.")) << printed.output.substr(0, 2000);
  const Ran replayed = viewfuzz("replay " + kNpu + " " + file.string());
  EXPECT_EQ(replayed.exit_code, 0) << replayed.output;
  const Ran bisected = viewfuzz("bisect " + kFault + " " + file.string());
  EXPECT_EQ(bisected.exit_code, 1) << bisected.output;
}

TEST(Model, DumpsOfARightBackendCompareEqual) {
  const auto folder = freshFolder("dumps");
  const std::string host = (folder / "cpu.safetensors").string();
  const std::string device = (folder / "npu.safetensors").string();
  ASSERT_EQ(viewfuzz("dump --backend cpu " + kTiny + "--out " + host).exit_code, 0);
  ASSERT_EQ(viewfuzz("dump " + kNpu + " " + kTiny + "--out " + device).exit_code, 0);
  const Ran same = viewfuzz("compare " + host + " " + device);
  EXPECT_EQ(same.exit_code, 0) << same.output;
  EXPECT_TRUE(has(same, "0 of "));
  // In the order of execution: the embedding before the layers, the logits last.
  EXPECT_LT(same.output.find("embedding"), same.output.find("L00."));
  EXPECT_LT(same.output.find("L02."), same.output.find("L03."));
  EXPECT_LT(same.output.find("L03."), same.output.find("head.02_logits"));
}

TEST(Model, CompareNamesTheFirstKeyThatIsWrong) {
  const auto folder = freshFolder("wrong_dumps");
  const std::string host = (folder / "cpu.safetensors").string();
  const std::string device = (folder / "npu.safetensors").string();
  ASSERT_EQ(viewfuzz("dump --backend cpu " + kTiny + "--out " + host).exit_code, 0);
  ASSERT_EQ(viewfuzz("dump " + kFault + " " + kTiny + "--out " + device).exit_code, 0);
  const Ran compared = viewfuzz("compare " + host + " " + device);
  EXPECT_EQ(compared.exit_code, 1) << compared.output;
  EXPECT_TRUE(has(compared, "<- first beyond the bounds"));
  EXPECT_TRUE(has(compared, ": layer 0 -> gdn -> rule -> ")) << compared.output;
  EXPECT_EQ(viewfuzz("compare --relative 1e9 --cosine -2 " + host + " " + device).exit_code, 0);
}

TEST(Model, BisectSaysWhereInWordsAndEndsAtThreeStatements) {
  const Ran found = viewfuzz("bisect " + kFault + " " + kTiny);
  EXPECT_EQ(found.exit_code, 1) << found.output;
  for (const auto* text :
       {"layer 0 -> gdn -> rule -> row 1 -> aten.select.int", "aliasing:aten.select.int:copy",
        "t0 = tensor([2, 2], float32, iota)\n    t1 = aten.select.int(t0, 1, 0)\n"
        "    aten.zero_(t1)\n"})
    EXPECT_TRUE(has(found, text)) << text << "\n" << found.output;
  const Ran right = viewfuzz("bisect " + kNpu + " " + kTiny);
  EXPECT_EQ(right.exit_code, 0) << right.output;
}

TEST(Model, GoldenPrintsALineACaseAndFailsOnAFault) {
  const std::string golden = std::string(VIEWFUZZ_DATA) + "/golden";
  const Ran right = viewfuzz("golden " + kNpu + " " + golden);
  EXPECT_EQ(right.exit_code, 0) << right.output;
  EXPECT_TRUE(has(right, "rule_12_beta0_init           npu:0"));
  const Ran wrong = viewfuzz("golden " + kFault + " " + golden);
  EXPECT_EQ(wrong.exit_code, 1) << wrong.output;
  EXPECT_TRUE(has(wrong, "BEYOND"));
}

TEST(Model, RandomModelsAreAProfile) {
  const std::string out = " --out " + freshFolder("models").string();
  const Ran right = viewfuzz("run " + kNpu + " --profile models --cases 300" + out);
  EXPECT_EQ(right.exit_code, 0) << right.output;
  const Ran wrong = viewfuzz("run " + kFault + " --profile models --cases 300" + out);
  EXPECT_EQ(wrong.exit_code, 1) << wrong.output;
  EXPECT_TRUE(has(wrong, "aliasing:aten.select.int:copy")) << wrong.output;
  EXPECT_TRUE(has(viewfuzz("list profiles"), "models"));
}

TEST(Model, BadInputIsExplained) {
  const auto folder = freshFolder("bad_models");
  std::ofstream(folder / "no.safetensors") << "no";
  const std::string file = (folder / "no.safetensors").string();
  struct Case {
    std::string arguments;
    std::string expected;
  };
  for (const auto& [arguments, expected] :
       {Case{"bisect " + kNpu, "Which program?"},
        Case{"bisect --model huge " + kNpu, "There is no model 'huge'"},
        Case{"model --model tiny --vocab 1000000", "more than 2^23 elements"},
        Case{"model --model tiny --tokens 0", "--tokens"},
        Case{"golden " + folder.string(), "cases.json"}, Case{"compare " + file + " " + file, file},
        Case{"dump --backend cpu --model tiny --out " + file + "/x", "--out: cannot write"}}) {
    const Ran ran = viewfuzz(arguments);
    EXPECT_EQ(ran.exit_code, 2) << arguments << ran.output;
    EXPECT_TRUE(has(ran, expected)) << arguments << ran.output;
  }
}

}  // namespace
