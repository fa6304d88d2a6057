// `viewfuzz corpus` as a user runs it.

#include <gtest/gtest.h>

#include <set>
#include <sstream>

#include "tests/cli/command.h"

namespace {

namespace fs = std::filesystem;

const std::string kZero = "# viewfuzz program 1\nt0 = tensor([2], float32, iota)\naten.zero_(t0)\n";

std::set<std::string> namesIn(const fs::path& folder) {
  std::set<std::string> names;
  for (const auto& entry : fs::directory_iterator(folder)) names.insert(entry.path().filename());
  return names;
}

TEST(CorpusCommand, StatsTellHowMuchIsHit) {
  const Ran ran = viewfuzz(std::string("corpus stats ") + VIEWFUZZ_CORPUS + "/seeds");
  EXPECT_EQ(ran.exit_code, 0) << ran.output;
  for (const auto* words : {"programs,", "0 files that are none", "op, op of the next call"})
    EXPECT_NE(ran.output.find(words), std::string::npos) << ran.output;
}

TEST(CorpusCommand, ColumnsAreInLine) {
  const std::string seeds = std::string(VIEWFUZZ_CORPUS) + "/seeds";
  for (const auto& [arguments, end] :
       {std::pair{"corpus stats " + seeds, std::string(" cells")},
        std::pair{"run --cases 20 --coverage --backend " + std::string(VIEWFUZZ_NPU),
                  std::string(" hit, ")}}) {
    std::istringstream lines(viewfuzz(arguments).output);
    std::set<size_t> places;
    for (std::string line; std::getline(lines, line);) {
      if (line.starts_with("  op")) places.insert(line.find(end));
    }
    EXPECT_EQ(places.size(), 1U) << lines.str();
  }
}

TEST(CorpusCommand, NamesTheFirstOfManyFilesThatAreNoPrograms) {
  const auto folder = freshFolder("many_bad");
  for (int i = 0; i < 13; ++i) std::ofstream(folder / std::to_string(i)) << "no program\n";
  const Ran ran = viewfuzz("corpus stats " + folder.string());
  EXPECT_EQ(ran.exit_code, 2) << "there is no program at all";
  EXPECT_NE(ran.output.find("and 3 more files that are no programs"), std::string::npos)
      << ran.output;
}

TEST(CorpusCommand, MinimizeKeepsWhatIsNeededAndTouchesNothing) {
  const auto folder = freshFolder("minimize");
  fs::create_directories(folder / "in");
  std::ofstream(folder / "in" / "long") << kZero << "t1 = aten.clone(t0)\n";
  std::ofstream(folder / "in" / "short.vf") << kZero;
  std::ofstream(folder / "in" / "broken.vf") << "no program\n";
  const std::string command =
      "corpus minimize " + (folder / "in").string() + " --out " + (folder / "out").string();
  const Ran ran = viewfuzz(command);
  EXPECT_EQ(ran.exit_code, 0) << ran.output;
  EXPECT_NE(ran.output.find("1 of 2 programs"), std::string::npos) << ran.output;
  EXPECT_NE(ran.output.find("broken.vf:1:1"), std::string::npos) << ran.output;
  EXPECT_EQ(namesIn(folder / "in"), (std::set<std::string>{"long", "short.vf", "broken.vf"}));
  EXPECT_EQ(namesIn(folder / "out").size(), 1U);
  EXPECT_EQ(viewfuzz(command).exit_code, 2) << "the folder is there already";
}

TEST(CorpusCommand, MergeAddsWhatIsNewOnce) {
  const auto folder = freshFolder("merge");
  const std::string command =
      "corpus merge " + std::string(VIEWFUZZ_CORPUS) + "/seeds --into " + (folder / "all").string();
  EXPECT_EQ(viewfuzz(command).exit_code, 0);
  const auto names = namesIn(folder / "all");
  EXPECT_GT(names.size(), 20U);
  const Ran again = viewfuzz(command);
  EXPECT_NE(again.output.find("0 of "), std::string::npos) << again.output;
  EXPECT_EQ(namesIn(folder / "all"), names);
}

TEST(CorpusCommand, WithoutAProgramNothingIsMade) {
  const auto folder = freshFolder("none");
  fs::create_directories(folder / "empty");
  fs::create_directories(folder / "bad");
  std::ofstream(folder / "bad" / "file") << "no program\n";
  fs::create_directories(folder / "deep");
  std::ofstream(folder / "deep" / "zero.vf") << kZero;
  makeBottomless(folder / "deep");
  const std::string out = (folder / "out").string();
  for (const auto& [input, why] :
       {std::pair{"empty", "There is no program in"}, std::pair{"bad", "(1 files that are none)"},
        std::pair{"no", "No such file or directory"},
        std::pair{"deep", "cannot look into the folder"}}) {
    const std::string path = (folder / input).string();
    for (const auto& command : {"stats " + path, "minimize " + path + " --out " + out,
                                "merge " + path + " --into " + out}) {
      const Ran ran = viewfuzz("corpus " + command);
      EXPECT_EQ(ran.exit_code, 2) << command << ran.output;
      EXPECT_NE(ran.output.find(why), std::string::npos) << command << ran.output;
    }
  }
  EXPECT_FALSE(fs::exists(out));
}

TEST(CorpusCommand, CopiesKeepTheirComments) {
  const auto folder = freshFolder("comments");
  const std::string text = kZero + "# why this is a seed\n";
  std::ofstream(folder / "zero.vf") << text;
  const std::string input = (folder / "zero.vf").string();
  viewfuzz("corpus minimize " + input + " --out " + (folder / "small").string());
  viewfuzz("corpus merge " + input + " --into " + (folder / "merged").string());
  EXPECT_EQ(fileText(folder / "small" / "zero.vf"), text);
  EXPECT_EQ(fileText(folder / "merged" / "zero.vf"), text);
}

TEST(CorpusCommand, MergeWritesOverNothingAndThroughNoLink) {
  const auto folder = freshFolder("taken");
  fs::create_directories(folder / "into");
  std::ofstream(folder / "zero.vf") << kZero;
  fs::create_symlink(folder / "elsewhere", folder / "into" / "zero.vf");
  const std::string command =
      "corpus merge " + (folder / "zero.vf").string() + " --into " + (folder / "into").string();
  ASSERT_EQ(viewfuzz(command).exit_code, 0);
  EXPECT_FALSE(fs::exists(folder / "elsewhere"));
  const auto names = namesIn(folder / "into");
  ASSERT_EQ(names.size(), 2U);
  const auto by_text = folder / "into" / *names.begin();
  EXPECT_EQ(fileText(by_text), kZero);
  // The name by its text is taken as well.
  std::ofstream(by_text) << "half\n";
  ASSERT_EQ(viewfuzz(command).exit_code, 0);
  EXPECT_EQ(fileText(by_text), "half\n");
  EXPECT_EQ(namesIn(folder / "into").size(), 3U);
}

TEST(CorpusCommand, AFullDiskLeavesNoHalfFile) {
  const auto folder = freshFolder("full");
  std::ofstream(folder / "zero.vf") << kZero << "# " << std::string(3000, 'x') << "\n";
  const auto into = folder / "into";
  for (const auto& command :
       {"merge " + (folder / "zero.vf").string() + " --into " + into.string(),
        "minimize " + (folder / "zero.vf").string() + " --out " + (folder / "out").string()}) {
    const Ran ran =
        shell("trap '' XFSZ; ulimit -f 1; " + std::string(VIEWFUZZ_COMMAND) + " corpus " + command);
    EXPECT_EQ(ran.exit_code, 2) << ran.output;
    EXPECT_NE(ran.output.find("zero.vf': File too large"), std::string::npos) << ran.output;
  }
  EXPECT_TRUE(namesIn(into).empty());
  EXPECT_FALSE(std::filesystem::exists(folder / "out"))
      << "a part of a cover would be taken for one";
}

}  // namespace
