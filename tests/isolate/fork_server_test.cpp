#include "viewfuzz/isolate/fork_server.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <csignal>
#include <stdexcept>
#include <thread>

#include "tests/isolate/descriptors.h"

namespace viewfuzz {
namespace {

using Answer = ForkServer::Answer;

std::string answerOf(const ChildOutcome& outcome) {
  const auto* answered = std::get_if<Answered>(&outcome);
  return answered != nullptr ? answered->payload : "(" + told(outcome) + ")";
}

std::string blockForEver() {
  for (;;) std::this_thread::sleep_for(std::chrono::seconds(1));
}

TEST(ForkServer, PreparesOnceAndAnswersEachQuestion) {
  ForkServer server(
      []() -> Answer {
        return [prepared = getpid(), asked = 0](const std::string& question) mutable {
          return question + " " + std::to_string(++asked) + (prepared == getpid() ? " here" : "");
        };
      },
      {});
  EXPECT_EQ(answerOf(server.ask("first")), "first 1 here");
  EXPECT_EQ(answerOf(server.ask("")), " 2 here");
  const std::string longest(1 << 20, 'x');
  EXPECT_EQ(answerOf(server.ask(longest)), longest + " 3 here");
}

TEST(ForkServer, OneThatEndsSaysHowAndAnotherGoesOn) {
  ForkServer server(
      []() -> Answer {
        return [](const std::string& question) {
          if (question == "end") _exit(3);
          if (question == "crash") std::raise(SIGKILL);
          if (question == "throw") throw std::runtime_error("on purpose");
          return question;
        };
      },
      {});
  EXPECT_EQ(answerOf(server.ask("go on")), "go on");
  EXPECT_EQ(answerOf(server.ask("end")), "(ended with exit code 3)");
  EXPECT_EQ(answerOf(server.ask("go on")), "go on");
  EXPECT_EQ(answerOf(server.ask("crash")), "(ended with signal 9 (Killed))");
  EXPECT_EQ(answerOf(server.ask("throw")), "(ended with an error (error: on purpose))");
  EXPECT_EQ(answerOf(server.ask("go on")), "go on");
}

TEST(ForkServer, OneThatBlocksDoesNotBlockWhoAsks) {
  ForkServer server(
      []() -> Answer {
        return [](const std::string& question) {
          return question == "block" ? blockForEver() : question;
        };
      },
      {0.3});
  EXPECT_EQ(answerOf(server.ask("block")), "(stood still for 0.3 seconds)");
  EXPECT_EQ(answerOf(server.ask("go on")), "go on");
  const StopCondition stop(0.1);
  ForkServer patient([]() -> Answer { return [](const std::string&) { return blockForEver(); }; },
                     {60});
  EXPECT_EQ(answerOf(patient.ask("block", stop)), "(was ended, since the time is over)");
}

TEST(ForkServer, OneThatCannotPrepareIsNotTriedAgain) {
  const Shared<std::atomic<int>> tried;
  const auto start = std::chrono::steady_clock::now();
  ForkServer blocks(
      [&]() -> Answer {
        ++*tried;
        blockForEver();
        return {};
      },
      {60, uint64_t{1} << 40, 0});
  ForkServer soon(
      [&]() -> Answer {
        ++*tried;
        blockForEver();
        return {};
      },
      {0.3});
  // Longer than what a socket takes when nobody reads.
  const std::string longest(size_t{4} << 20, 'x');
  for (int i = 0; i < 3; ++i)
    EXPECT_EQ(answerOf(soon.ask(longest)), "(stood still for 0.3 seconds)");
  EXPECT_EQ(*tried, 1);
  EXPECT_EQ(answerOf(blocks.ask(longest, StopCondition(0.1))),
            "(was ended, since the time is over)");
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(20));

  ForkServer throws([]() -> Answer { throw std::runtime_error("no backend"); }, {});
  for (int i = 0; i < 2; ++i)
    EXPECT_EQ(answerOf(throws.ask("x")), "(ended with an error (std::runtime_error: no backend))");
}

TEST(ForkServer, ItsProcessAndDescriptorsEndWithIt) {
  const auto before = openDescriptors();
  pid_t process = 0;
  {
    ForkServer server(
        []() -> Answer { return [](const std::string&) { return std::to_string(getpid()); }; }, {});
    process = std::stoi(answerOf(server.ask("")));
    EXPECT_EQ(kill(process, 0), 0);
  }
  EXPECT_EQ(kill(process, 0), -1);
  EXPECT_EQ(openDescriptors(), before);
}

}  // namespace
}  // namespace viewfuzz
