// The main that replays inputs in the ordinary build, as a user runs it.

#include <gtest/gtest.h>

#include "tests/cli/command.h"

namespace {

Ran replay(const std::string& paths) { return shell(VIEWFUZZ_REPLAYS + ("/fuzz_text " + paths)); }

TEST(ReplayMain, NamesAFolderThatCannotBeOpened) {
  if (std::string(VIEWFUZZ_REPLAYS).empty()) GTEST_SKIP() << "libFuzzer has a main of its own";
  const auto folder = freshFolder("replayed");
  std::filesystem::create_directories(folder / "deep" / "er");
  std::ofstream(folder / "deep" / "er" / "input") << "no program\n";
  std::filesystem::create_directory_symlink(folder, folder / "round");
  const Ran all = replay(folder.string());
  EXPECT_EQ(all.exit_code, 0) << all.output;
  EXPECT_NE(all.output.find("1 inputs replayed"), std::string::npos) << all.output;
  makeBottomless(folder / "deep");
  const Ran ran = replay(folder.string());
  EXPECT_EQ(ran.exit_code, 2) << ran.output;
  EXPECT_NE(ran.output.find("cannot look into the folder '" + (folder / "deep").string()),
            std::string::npos)
      << ran.output;
}

TEST(ReplayMain, NamesWhatCannotBeRunAndGoesOn) {
  if (std::string(VIEWFUZZ_REPLAYS).empty()) GTEST_SKIP() << "libFuzzer has a main of its own";
  const auto folder = freshFolder("refused_inputs");
  std::ofstream(folder / "rotten") << "# viewfuzz program 0\n";
  const Ran ran = shell(VIEWFUZZ_REPLAYS + ("/fuzz_program " + (folder / "rotten").string()) +
                        " /none " + VIEWFUZZ_CORPUS + "/seeds/select.vf");
  EXPECT_EQ(ran.exit_code, 2) << ran.output;
  for (const auto* said : {"rotten cannot be run: input:1:1: ", "cannot read '/none'",
                           "1 inputs replayed, 2 cannot be run"})
    EXPECT_NE(ran.output.find(said), std::string::npos) << said << "\n" << ran.output;
}

}  // namespace
