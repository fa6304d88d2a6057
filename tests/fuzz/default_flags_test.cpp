#include "fuzz/default_flags.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace viewfuzz::fuzz {
namespace {

/// What a target would be given as its command line.
std::vector<std::string> with(const char* defaults, std::vector<std::string> words) {
  std::vector<char*> pointers;
  for (auto& word : words) pointers.push_back(word.data());
  auto argc = static_cast<int>(pointers.size());
  pointers.push_back(nullptr);
  char** argv = pointers.data();
  addDefaultFlags(defaults, &argc, &argv);
  EXPECT_EQ(argv[argc], nullptr);
  return {argv, argv + argc};
}

TEST(DefaultFlags, StandBeforeThoseOfTheCommandLineWhichThereforeWin) {
  EXPECT_EQ(with("-a=1 -b=2", {"fuzz_text", "-a=3", "corpus"}),
            (std::vector<std::string>{"fuzz_text", "-a=1", "-b=2", "-a=3", "corpus"}));
}

TEST(DefaultFlags, NoneLeaveTheCommandLineAsItIs) {
  EXPECT_EQ(with("", {"fuzz_text", "corpus"}), (std::vector<std::string>{"fuzz_text", "corpus"}));
}

}  // namespace
}  // namespace viewfuzz::fuzz
