#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <regex>
#include <set>
#include <sstream>

#include "tests/house/source_tree.h"

namespace viewfuzz {
namespace {

namespace fs = std::filesystem;

/// The rooms in their order, as CONTRIBUTING.md lists them for people.
std::vector<std::string> rooms() {
  static const std::regex list("```rooms\n([^`]*)```");
  const std::string text = textOf(kSource / "CONTRIBUTING.md");
  std::smatch match;
  if (!std::regex_search(text, match, list)) return {};
  std::istringstream words(match[1].str());
  return {std::istream_iterator<std::string>(words), {}};
}

/// `viewfuzz/judge/open/undefined.h` is of the room `judge`, `cli/run.cpp` of the folder `cli`.
struct Place {
  std::string top;
  std::string room;  // empty outside of viewfuzz/
};
Place placeOf(const fs::path& path) {
  auto part = path.begin();
  const std::string top = *part++;
  return {top, top == "viewfuzz" ? part->string() : ""};
}

/// Calls `f(file, included)` for each include of one of our files, both as paths from the source
/// folder.
template <typename F>
void forEachInclude(const std::string& top, F f) {
  static const std::regex include("#include \"([a-z_]+/[^\"]+)\"");
  for (const auto& entry : fs::recursive_directory_iterator(kSource / top)) {
    const auto extension = entry.path().extension();
    if (extension != ".cpp" && extension != ".h") continue;
    const std::string text = textOf(entry.path());
    for (std::sregex_iterator match(text.begin(), text.end(), include), end; match != end; ++match)
      f(fs::relative(entry.path(), kSource), fs::path((*match)[1].str()));
  }
}

TEST(Includes, EveryRoomIsListedOnce) {
  std::set<std::string> there;
  for (const auto& entry : fs::directory_iterator(kSource / "viewfuzz"))
    if (entry.is_directory()) there.insert(entry.path().filename());
  const auto listed = rooms();
  EXPECT_EQ(std::set<std::string>(listed.begin(), listed.end()), there);
  EXPECT_EQ(listed.size(), there.size());
}

TEST(Includes, NoArrowRunsBackUp) {
  const auto order = rooms();
  const auto rank = [&](const std::string& room) {
    return std::find(order.begin(), order.end(), room) - order.begin();
  };
  int seen = 0;
  forEachInclude("viewfuzz", [&](const fs::path& file, const fs::path& included) {
    ++seen;
    const Place from = placeOf(file);
    const Place to = placeOf(included);
    EXPECT_EQ(to.top, "viewfuzz") << file << " includes " << included;
    if (to.top != "viewfuzz") return;
    EXPECT_LE(rank(to.room), rank(from.room)) << file << " includes " << included;
  });
  EXPECT_GT(seen, 100);
}

TEST(Includes, NobodyLeansOnATestSuiteOrOnTheBackend) {
  const std::map<std::string, std::set<std::string>> allowed = {
      {"backend", {"backend"}},
      {"cli", {"cli", "viewfuzz"}},
      {"fuzz", {"fuzz", "viewfuzz"}},
      {"bench", {"bench", "viewfuzz", "backend"}},  // it measures the kernels
      {"properties", {"properties", "viewfuzz"}},
  };
  for (const auto& [top, may] : allowed) {
    forEachInclude(top, [&](const fs::path& file, const fs::path& included) {
      if (!fs::exists(kSource / included)) return;  // a library's header
      EXPECT_TRUE(may.contains(placeOf(included).top)) << file << " includes " << included;
    });
  }
}

TEST(Files, NoneIsLongerThanAReadingAtOneSitting) {
  constexpr int kMostLines = 300;
  for (const char* top : {"viewfuzz", "cli", "fuzz", "backend", "properties", "bench", "tests"}) {
    for (const auto& entry : fs::recursive_directory_iterator(kSource / top)) {
      const auto extension = entry.path().extension();
      if (extension != ".cpp" && extension != ".h" && extension != ".py") continue;
      const std::string text = textOf(entry.path());
      EXPECT_LE(std::count(text.begin(), text.end(), '\n'), kMostLines) << entry.path();
    }
  }
}

}  // namespace
}  // namespace viewfuzz
