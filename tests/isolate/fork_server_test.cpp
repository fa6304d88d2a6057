#include "viewfuzz/isolate/fork_server.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <stdexcept>

namespace viewfuzz {
namespace {

using Answer = std::function<std::string(const std::string&)>;

TEST(Keeper, PreparesOnceAndAnswersEachQuestion) {
  const Keeper keeper([]() -> Answer {
    return [prepared = getpid(), asked = 0](const std::string& question) mutable {
      return question + " " + std::to_string(++asked) + (prepared == getpid() ? " here" : "");
    };
  });
  EXPECT_EQ(keeper.ask("first"), "first 1 here");
  EXPECT_EQ(keeper.ask(""), " 2 here");
  const std::string longest(1 << 20, 'x');
  EXPECT_EQ(keeper.ask(longest), longest + " 3 here");
}

TEST(Keeper, AProcessThatEndsGivesNoAnswer) {
  const Keeper keeper([]() -> Answer {
    return [](const std::string& question) {
      if (question == "end") _exit(1);
      return question;
    };
  });
  EXPECT_EQ(keeper.ask("go on"), "go on");
  EXPECT_EQ(keeper.ask("end"), "");
  EXPECT_EQ(keeper.ask("go on"), "");
}

TEST(Keeper, OneThatCannotPrepareGivesNoAnswer) {
  const Keeper keeper([]() -> Answer { throw std::runtime_error("no backend"); });
  EXPECT_EQ(keeper.ask("who is there"), "");
}

}  // namespace
}  // namespace viewfuzz
