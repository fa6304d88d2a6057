// Commands that are given a program whose process does not live: they say so, and go on.

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/cli/command.h"

namespace {

std::filesystem::path folderOfThree() {
  const auto folder = freshFolder("three");
  const std::string head = "# viewfuzz program 1\n";
  std::ofstream(folder / "a.vf") << head << "t0 = tensor([0, 4], int32, iota)\naten.zero_(t0)\n";
  std::ofstream(folder / "b.vf") << head << "t0 = tensor([2], float32, iota)\naten.zero_(t0)\n";
  std::ofstream(folder / "c.vf") << "no program\n";
  return folder;
}

TEST(AfterACrash, ReplayTellsOfEveryFile) {
  const auto folder = folderOfThree();
  const auto report = folder / "report.json";
  const Ran ran = viewfuzz("replay " + folder.string() + " " + kNpu +
                           " --fault crash-on-empty --json " + report.string());
  EXPECT_EQ(ran.exit_code, 1) << ran.output;
  for (const auto* line :
       {"a.vf: VIOLATION\n  survival:aten.zero_:crash\n  at: aten.zero_(t0)", "b.vf: ok",
        "c.vf:1:1: expected", "1 of 2 programs violate, 1 cannot be run"}) {
    EXPECT_NE(ran.output.find(line), std::string::npos) << line << "\n" << ran.output;
  }
  EXPECT_EQ(nlohmann::json::parse(fileText(report))["inputs"].size(), 3U);
}

TEST(AfterACrash, AFileThatCannotBeRunIsNoCleanReplay) {
  const Ran ran = viewfuzz("replay " + folderOfThree().string() + " " + kNpu);
  EXPECT_EQ(ran.exit_code, 2) << ran.output;
  EXPECT_NE(ran.output.find("0 of 2 programs violate, 1 cannot be run"), std::string::npos)
      << ran.output;
}

TEST(AfterACrash, ReduceMakesTheProgramSmaller) {
  const Ran ran = viewfuzz("reduce " + (folderOfThree() / "a.vf").string() + " " + kNpu +
                           " --fault crash-on-empty");
  EXPECT_EQ(ran.exit_code, 1) << ran.output;
  EXPECT_NE(ran.output.find("t0 = tensor([0], float32, iota)\naten.zero_(t0)\n"), std::string::npos)
      << ran.output;
  EXPECT_NE(ran.output.find("survival:aten.zero_:crash: 2 statements became 2"), std::string::npos)
      << ran.output;
}

TEST(AfterACrash, BisectNamesTheStatement) {
  const Ran ran = viewfuzz("bisect " + (folderOfThree() / "a.vf").string() + " " + kNpu +
                           " --fault crash-on-empty");
  EXPECT_EQ(ran.exit_code, 1) << ran.output;
  EXPECT_NE(ran.output.find("statement 2 of 2 is the first that its process does not live through"),
            std::string::npos)
      << ran.output;
}

TEST(AfterACrash, DumpSaysSoAndWritesNothing) {
  const auto folder = freshFolder("dump-crash");
  const auto file = folder / "a.vf";
  std::ofstream(file) << "# viewfuzz program 1\nt0 = tensor([0, 4], int32, iota)\n"
                         "t1 = aten.clone(t0)  # made\naten.zero_(t0)  # crash\n";
  const Ran ran = viewfuzz("dump " + file.string() + " " + kNpu + " --fault crash-on-empty --out " +
                           (folder / "d.safetensors").string());
  EXPECT_EQ(ran.exit_code, 2) << ran.output;
  EXPECT_NE(ran.output.find("the program has no dump"), std::string::npos) << ran.output;
  EXPECT_NE(ran.output.find("signal 11"), std::string::npos) << ran.output;
  EXPECT_FALSE(std::filesystem::exists(folder / "d.safetensors"));
}

TEST(AfterAHang, ReduceAndReplayComeBack) {
  const auto folder = freshFolder("hangs");
  const auto file = folder / "a.vf";
  std::ofstream(file) << "# viewfuzz program 1\nt0 = tensor([2], float32, iota)\n"
                         "t1 = aten.select.int(t0, 0, 1)\naten.mul_.Scalar(t1, 2)\n";
  const std::string rest = file.string() + " " + kNpu + " --fault hang-on-rank-0 --patience 1";
  const Ran replayed = viewfuzz("replay " + rest);
  EXPECT_EQ(replayed.exit_code, 1) << replayed.output;
  EXPECT_NE(replayed.output.find(":hang"), std::string::npos) << replayed.output;
  const Ran reduced = viewfuzz("reduce " + rest);
  EXPECT_EQ(reduced.exit_code, 1) << reduced.output;
  EXPECT_NE(reduced.output.find("tensor([], float32"), std::string::npos) << reduced.output;
}

}  // namespace
