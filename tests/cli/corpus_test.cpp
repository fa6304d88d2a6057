// `viewfuzz corpus` as a user runs it.

#include <gtest/gtest.h>

#include <set>

#include "tests/cli/command.h"

namespace {

namespace fs = std::filesystem;

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

TEST(CorpusCommand, NamesTheFirstOfManyFilesThatAreNoPrograms) {
  const auto folder = freshFolder("many_bad");
  for (int i = 0; i < 13; ++i) std::ofstream(folder / std::to_string(i)) << "no program\n";
  const Ran ran = viewfuzz("corpus stats " + folder.string());
  EXPECT_NE(ran.output.find("and 3 more files that are no programs"), std::string::npos)
      << ran.output;
}

TEST(CorpusCommand, MinimizeKeepsWhatIsNeededAndTouchesNothing) {
  const auto folder = freshFolder("minimize");
  fs::create_directories(folder / "in");
  const std::string zero =
      "# viewfuzz program 1\nt0 = tensor([2], float32, iota)\naten.zero_(t0)\n";
  std::ofstream(folder / "in" / "long") << zero << "t1 = aten.clone(t0)\n";
  std::ofstream(folder / "in" / "short.vf") << zero;
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

}  // namespace
