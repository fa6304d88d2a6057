#include "viewfuzz/isolate/child_process.h"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include <atomic>
#include <csignal>
#include <memory>
#include <stdexcept>
#include <system_error>
#include <thread>

#include "tests/isolate/descriptors.h"
#include "tests/sanitizers.h"

namespace viewfuzz {
namespace {

constexpr uint64_t kAnyGrowth = uint64_t{1} << 40;

std::string doze() {
  std::this_thread::sleep_for(std::chrono::seconds(1));
  return "";
}

std::string standStill(Channel&) {
  for (;;) doze();
}

TEST(ChildProcess, AnswersByTheChannel) {
  const ChildOutcome outcome = runChild([](Channel&) { return std::string("a\0b", 3); });
  ASSERT_TRUE(std::holds_alternative<Answered>(outcome)) << told(outcome);
  EXPECT_EQ(std::get<Answered>(outcome).payload, std::string("a\0b", 3));
}

TEST(ChildProcess, AnExceptionIsNoExitCode) {
  const ChildOutcome threw =
      runChild([](Channel&) -> std::string { throw std::runtime_error("on purpose"); });
  ASSERT_TRUE(std::holds_alternative<Threw>(threw)) << told(threw);
  EXPECT_EQ(std::get<Threw>(threw).kind, "std::runtime_error");
  EXPECT_EQ(std::get<Threw>(threw).text, "on purpose");
  const ChildOutcome named =
      runChild([](Channel&) -> std::string { throw ChildError("BadCall", "no such op"); });
  ASSERT_TRUE(std::holds_alternative<Threw>(named)) << told(named);
  EXPECT_EQ(std::get<Threw>(named).kind, "BadCall");
  // Every exit code there is, also those that once stood for an exception or for success.
  for (const int code : {0, 1, 2, 3, 7}) {
    const ChildOutcome exited = runChild([&](Channel&) -> std::string { _exit(code); });
    ASSERT_TRUE(std::holds_alternative<Exited>(exited)) << told(exited);
    EXPECT_EQ(std::get<Exited>(exited).code, code);
  }
  const ChildOutcome crash = runChild([](Channel&) -> std::string {
    std::raise(SIGKILL);
    return "";
  });
  ASSERT_TRUE(std::holds_alternative<Signaled>(crash)) << told(crash);
  EXPECT_EQ(std::get<Signaled>(crash).signal, SIGKILL);
}

TEST(ChildProcess, WhatItSaysBeforeItsEndIsHeard) {
  std::vector<std::string> heard;
  Waiting waiting;
  waiting.on_frame = [&](const Frame& frame) { heard.push_back(frame.bytes); };
  const auto work = [](Channel& line) -> std::string {
    line.send(1, "one");
    line.send(2, std::string(size_t{1} << 20, 'x'));
    line.send(3, "three");
    std::raise(SIGKILL);
    return "";
  };
  const ChildOutcome outcome = runChild(work, {}, waiting);
  EXPECT_TRUE(std::holds_alternative<Signaled>(outcome)) << told(outcome);
  ASSERT_EQ(heard.size(), 3U);
  EXPECT_EQ(heard[0], "one");
  EXPECT_EQ(heard[1].size(), size_t{1} << 20);
  EXPECT_EQ(heard[2], "three");
}

TEST(ChildProcess, WithoutABeatItHangs) {
  const Limits limits{0.3, kAnyGrowth, 0};
  const auto beating = [](Channel&) -> std::string {
    for (int i = 0; i < 50; ++i) {
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
      beat();
    }
    return "";
  };
  const ChildOutcome lives = runChild(beating, limits);
  EXPECT_TRUE(std::holds_alternative<Answered>(lives)) << told(lives);
  const ChildOutcome hangs = runChild(standStill, limits);
  ASSERT_TRUE(std::holds_alternative<Hung>(hangs)) << told(hangs);
  EXPECT_DOUBLE_EQ(std::get<Hung>(hangs).seconds, 0.3);
}

TEST(ChildProcess, TheFirstBeatMayTakeLonger) {
  const Limits limits{0.1, kAnyGrowth, 60};
  const ChildOutcome lives = runChild([](Channel&) { return doze(); }, limits);
  EXPECT_TRUE(std::holds_alternative<Answered>(lives)) << told(lives);
  const ChildOutcome hangs = runChild([](Channel&) { return beat(), doze(); }, limits);
  EXPECT_TRUE(std::holds_alternative<Hung>(hangs)) << told(hangs);
}

TEST(ChildProcess, AWatcherWithALimitDoesNotStandStillItself) {
  // A child that waits for one of its own for longer than it may stand still.
  const auto work = [](Channel&) -> std::string {
    const ChildOutcome inner = runChild([](Channel&) { return doze(); }, {10, kAnyGrowth, 0});
    return std::holds_alternative<Answered>(inner) ? "answered" : told(inner);
  };
  const ChildOutcome outcome = runChild(work, {0.3, kAnyGrowth, 0});
  ASSERT_TRUE(std::holds_alternative<Answered>(outcome)) << told(outcome);
  EXPECT_EQ(std::get<Answered>(outcome).payload, "answered");
}

TEST(ChildProcess, OneThatGrowsIsEnded) {
  const auto work = [](Channel&) -> std::string {
    std::vector<std::vector<char>> kept;
    for (;;) kept.emplace_back(1 << 20, 'x');
  };
  const ChildOutcome outcome = runChild(work, {60, uint64_t{64} << 20, 0});
  EXPECT_TRUE(std::holds_alternative<Grew>(outcome)) << told(outcome);
}

TEST(ChildProcess, AStopEndsTheWait) {
  for (const StopReason reason : {StopReason::asked, StopReason::time}) {
    Waiting waiting;
    if (reason == StopReason::time) waiting.stop = StopCondition(0.1);
    waiting.meanwhile = [&] {
      if (reason == StopReason::asked) waiting.stop.request();
    };
    const auto start = std::chrono::steady_clock::now();
    const ChildOutcome outcome = runChild(standStill, {60, kAnyGrowth, 0}, waiting);
    ASSERT_TRUE(std::holds_alternative<Stopped>(outcome)) << told(outcome);
    EXPECT_EQ(std::get<Stopped>(outcome).reason, reason);
    EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(10));
  }
}

TEST(ChildProcess, NoneIsLeftWhereTheWatcherGivesUp) {
  const Shared<std::atomic<pid_t>> process;
  const auto work = [&](Channel& line) -> std::string {
    *process = getpid();
    return standStill(line);
  };
  Waiting waiting;
  waiting.meanwhile = [&] {
    if (*process != 0) throw std::runtime_error("on purpose");
  };
  const auto before = openDescriptors();
  EXPECT_THROW(runChild(work, {}, waiting), std::runtime_error);
  EXPECT_EQ(kill(*process, 0), -1);
  EXPECT_EQ(openDescriptors(), before);
}

TEST(ChildProcess, WhereNoneCanBeMadeNothingStaysOpen) {
  // Root may make processes beyond the limit, so it is asked as somebody else, in a child.
  const ChildOutcome outcome = runChild([](Channel&) -> std::string {
    constexpr uid_t kNobody = 65534;
    const rlimit none{0, 0};
    if (setrlimit(RLIMIT_NPROC, &none) != 0 || (getuid() == 0 && setuid(kNobody) != 0))
      return "skipped";
    const auto before = openDescriptors();
    try {
      runChild([](Channel&) -> std::string { return ""; });
      return "skipped";  // processes are not counted here
    } catch (const std::system_error&) {
      return openDescriptors() == before ? "closed" : "open";
    }
  });
  ASSERT_TRUE(std::holds_alternative<Answered>(outcome)) << told(outcome);
  if (std::get<Answered>(outcome).payload == "skipped") GTEST_SKIP();
  EXPECT_EQ(std::get<Answered>(outcome).payload, "closed");
}

TEST(ChildProcess, ACrashWithoutWordsEndsAtOnce) {
  const ChildOutcome crash = runChild([](Channel&) -> std::string {
    silenceErrors();
    std::raise(SIGSEGV);
    return "";
  });
  ASSERT_TRUE(std::holds_alternative<Signaled>(crash)) << told(crash);
  EXPECT_EQ(std::get<Signaled>(crash).signal, SIGSEGV);
  if (!kAddressSanitizer) return;
  const ChildOutcome overrun = runChild([](Channel&) -> std::string {
    silenceErrors();
    const std::unique_ptr<char[]> small(new char[8]);
    const volatile char* beyond = small.get() + 8;
    return std::string(1, *beyond);
  });
  ASSERT_TRUE(std::holds_alternative<Exited>(overrun)) << told(overrun);
  EXPECT_EQ(std::get<Exited>(overrun).code, 1);
}

TEST(ErrorLog, KeepsTheFirstOfItAndNoMore) {
  const ErrorLog log;
  EXPECT_EQ(log.text(), "");
  runChild([&](Channel&) -> std::string {
    log.take();
    std::fputs("first\n", stderr);
    return "";
  });
  runChild([&](Channel&) -> std::string {
    log.take();
    const std::string much(size_t{1} << 20, 'x');
    for (int i = 0; i < 3; ++i) std::fputs(much.c_str(), stderr);
    return "";
  });
  const std::string text = log.text();
  EXPECT_TRUE(text.starts_with("first\nxxx")) << text.substr(0, 20);
  EXPECT_EQ(text.size(), size_t{1} << 20);
}

}  // namespace
}  // namespace viewfuzz
