// The README shows what the command prints. What differs from run to run are figures.

#include <gtest/gtest.h>

#include <regex>

#include "tests/cli/command.h"

namespace {

std::string withoutFigures(const std::string& text) {
  static const std::regex figure("[0-9]+(\\.[0-9]+)?");
  return std::regex_replace(text, figure, "N");
}

TEST(Readme, ShowsWhatTheCommandPrints) {
  const std::string readme = fileText(VIEWFUZZ_CORPUS "/../README.md");
  const std::string head = "```\naliasing:aten.select.int:copy\n";
  const auto begin = readme.find(head);
  ASSERT_NE(begin, std::string::npos);
  const auto end = readme.find("\n```", begin + head.size());
  ASSERT_NE(end, std::string::npos);
  const std::string sample = readme.substr(begin + 4, end - begin - 4);
  const Ran ran = shell("cd " + freshFolder("readme").string() + " && " + VIEWFUZZ_COMMAND +
                        " run " + kFault + " --cases 2000 --out viewfuzz-out");
  EXPECT_NE(withoutFigures(ran.output).find(withoutFigures(sample)), std::string::npos)
      << sample << "\nis not in\n"
      << ran.output;
}

}  // namespace
