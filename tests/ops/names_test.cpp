#include <gtest/gtest.h>

#include <array>
#include <filesystem>
#include <string>
#include <string_view>

#include "viewfuzz/files/read.h"

namespace viewfuzz {
namespace {

/// What a file may know an op by its name for: the table itself, models (which are written in ops),
/// and the weights of a profile.
bool mayNameOps(const std::string& path) {
  constexpr std::array<std::string_view, 3> kThese = {"ops/", "models/", "generate/profile.cpp"};
  return std::any_of(kThese.begin(), kThese.end(),
                     [&](std::string_view these) { return path.starts_with(these); });
}

TEST(OpNames, StandInTheTableAndNotAcrossTheSources) {
  const std::filesystem::path root =
      std::filesystem::path(VIEWFUZZ_CORPUS).parent_path() / "viewfuzz";
  size_t read = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(root)) {
    const auto extension = entry.path().extension();
    if (extension != ".cpp" && extension != ".h") continue;
    const std::string path = std::filesystem::relative(entry.path(), root).generic_string();
    if (mayNameOps(path)) continue;
    ++read;
    EXPECT_EQ(readFile(entry.path().string()).find("\"aten."), std::string::npos)
        << path
        << " knows an op by its name. Say it in the entry of the op (viewfuzz/program/op.h) "
        << "and read it there; ops/make.h makes calls.";
  }
  EXPECT_GT(read, 100U);
}

}  // namespace
}  // namespace viewfuzz
