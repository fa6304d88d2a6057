// docs/extending.md shows each addition as a diff. A diff that no longer fits the tree misleads, so
// each one is tried here: by git, and line by line where there is no git.

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <regex>
#include <sstream>
#include <string>
#include <vector>

#include "tests/house/source_tree.h"

namespace viewfuzz {
namespace {

namespace fs = std::filesystem;
using DiffLines = std::vector<std::string>;

DiffLines diffLinesOf(const std::string& text) {
  DiffLines lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

/// A diff of the page, and the heading that it stands under.
struct Shown {
  std::string heading;
  std::string diff;
};

std::vector<Shown> shownDiffs() {
  std::vector<Shown> shown;
  std::string heading;
  bool inside = false;
  for (const auto& line : diffLinesOf(textOf(kSource / "docs/extending.md"))) {
    if (line == "```diff") {
      inside = true;
      shown.push_back({heading, ""});
    } else if (line == "```") {
      inside = false;
    } else if (inside) {
      shown.back().diff += line + "\n";
    } else if (line.starts_with("## ")) {
      heading = line.substr(3);
    }
  }
  return shown;
}

/// What a diff expects to find, and what it leaves, at one place of a file.
struct Hunk {
  DiffLines before;
  DiffLines after;
};
struct ChangedFile {
  std::string path;
  bool is_new = false;
  std::vector<Hunk> hunks;
};

/// Reads a diff. Fails the test for a line that is no part of one, and for a hunk that has not as
/// many lines as it says.
std::vector<ChangedFile> filesOf(const std::string& diff) {
  static const std::regex head("@@ -\\d+(?:,(\\d+))? \\+\\d+(?:,(\\d+))? @@");
  const auto count = [](const std::ssub_match& told) {
    return told.matched ? std::stoul(told) : 1;
  };
  std::vector<ChangedFile> files;
  size_t before = 0;
  size_t after = 0;
  for (const auto& line : diffLinesOf(diff)) {
    std::smatch match;
    const bool within = before > 0 || after > 0;
    if (!within && line.starts_with("--- ")) {
      files.push_back({"", line == "--- /dev/null", {}});
    } else if (!within && line.starts_with("+++ b/") && !files.empty()) {
      files.back().path = line.substr(6);
    } else if (!within && !files.empty() && std::regex_match(line, match, head)) {
      before = count(match[1]);
      after = count(match[2]);
      files.back().hunks.emplace_back();
    } else if (within && !line.empty() && std::string(" +-").find(line[0]) != std::string::npos) {
      Hunk& hunk = files.back().hunks.back();
      if (line[0] != '+') hunk.before.push_back(line.substr(1));
      if (line[0] != '-') hunk.after.push_back(line.substr(1));
      before -= line[0] != '+' ? 1 : 0;
      after -= line[0] != '-' ? 1 : 0;
    } else {
      ADD_FAILURE() << "this is no line of a diff here: " << line;
      return {};
    }
  }
  EXPECT_TRUE(before == 0 && after == 0) << "the last hunk has not as many lines as it says";
  return files;
}

TEST(Extending, ShowsEachAdditionAsADiff) {
  std::vector<std::string> headings;
  for (const auto& shown : shownDiffs()) headings.push_back(shown.heading);
  EXPECT_EQ(headings,
            (std::vector<std::string>{"An op", "A property", "A fault", "A target", "A report"}));
}

TEST(Extending, EachDiffFitsTheTree) {
  for (const auto& shown : shownDiffs()) {
    const auto files = filesOf(shown.diff);
    EXPECT_GE(files.size(), 2U) << shown.heading << " comes with a test or a program";
    for (const auto& file : files) {
      SCOPED_TRACE(shown.heading + ": " + file.path);
      EXPECT_EQ(fs::exists(kSource / file.path), !file.is_new);
      if (file.is_new) continue;
      const DiffLines lines = diffLinesOf(textOf(kSource / file.path));
      auto from = lines.begin();
      for (const Hunk& hunk : file.hunks) {
        const auto found = std::search(from, lines.end(), hunk.before.begin(), hunk.before.end());
        ASSERT_NE(found, lines.end()) << "these lines are not there, or not in this order:\n"
                                      << testing::PrintToString(hunk.before);
        from = found + static_cast<ptrdiff_t>(hunk.before.size());
      }
    }
  }
}

int shell(const std::string& command) { return std::system(command.c_str()); }

TEST(Extending, GitAppliesEachDiff) {
  if (shell("git --version > /dev/null 2>&1") != 0) GTEST_SKIP() << "there is no git here";
  const fs::path file =
      fs::path(testing::TempDir()) / ("viewfuzz-extending-" + std::to_string(getpid()));
  // Of a tree that is no checkout, git takes no checkout around it either.
  const std::string git = "GIT_CEILING_DIRECTORIES='" + kSource.parent_path().string() +
                          "' git -C '" + kSource.string() + "' apply --check '" + file.string() +
                          "'";
  for (const auto& shown : shownDiffs()) {
    std::ofstream(file) << shown.diff;
    EXPECT_EQ(shell(git), 0) << shown.heading << ": see above, and docs/extending.md";
  }
  fs::remove(file);
}

}  // namespace
}  // namespace viewfuzz
