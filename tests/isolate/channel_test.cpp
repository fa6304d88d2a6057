#include "viewfuzz/isolate/channel.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <functional>
#include <system_error>

#include "tests/isolate/descriptors.h"

namespace viewfuzz {
namespace {

double secondsOf(const std::function<void()>& action) {
  const auto start = std::chrono::steady_clock::now();
  action();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

TEST(Channel, CarriesFramesInBothDirections) {
  auto [ours, theirs] = Channel::pair();
  EXPECT_FALSE(ours.take());
  ours.send(1, "one");
  ours.send(2, "");
  theirs.send(3, std::string("a\0b", 3));
  auto frame = theirs.take();
  ASSERT_TRUE(frame);
  EXPECT_EQ(frame->tag, 1U);
  EXPECT_EQ(frame->bytes, "one");
  frame = theirs.take();
  ASSERT_TRUE(frame);
  EXPECT_EQ(frame->tag, 2U);
  EXPECT_EQ(frame->bytes, "");
  EXPECT_FALSE(theirs.take());
  EXPECT_EQ(ours.receive(StopCondition(10))->bytes, std::string("a\0b", 3));
}

TEST(Channel, ALongFrameComesWhole) {
  auto [ours, theirs] = Channel::pair();
  const std::string longest(size_t{4} << 20, 'x');
  const pid_t child = fork();
  if (child == 0) {
    ours.close();
    theirs.send(7, longest);
    _exit(0);
  }
  theirs.close();
  const auto frame = ours.receive(StopCondition(60));
  waitpid(child, nullptr, 0);
  ASSERT_TRUE(frame);
  EXPECT_EQ(frame->bytes, longest);
  EXPECT_FALSE(ours.receive(StopCondition(60)));
  EXPECT_TRUE(ours.ended());
}

TEST(Channel, APartOfAFrameIsDropped) {
  auto [ours, theirs] = Channel::pair();
  const pid_t child = fork();
  if (child == 0) {
    theirs.send(1, "whole");
    // Nobody reads yet: it is ended while it sends.
    theirs.send(2, std::string(size_t{16} << 20, 'x'));
    _exit(0);
  }
  theirs.close();
  usleep(100'000);
  kill(child, SIGKILL);
  waitpid(child, nullptr, 0);
  EXPECT_EQ(ours.receive(StopCondition(10))->bytes, "whole");
  EXPECT_FALSE(ours.receive(StopCondition(10)));
  EXPECT_TRUE(ours.ended());
}

TEST(Channel, EveryWaitHasAnEnd) {
  auto [ours, theirs] = Channel::pair();
  EXPECT_LT(secondsOf([&, &ours = ours] { EXPECT_FALSE(ours.receive(StopCondition(0.1))); }), 5);
  EXPECT_FALSE(ours.ended());
  const StopCondition asked;
  asked.request();
  EXPECT_FALSE(ours.receive(asked));
  try {
    ours.send(1, std::string(size_t{16} << 20, 'x'), StopCondition(0.1));
    ADD_FAILURE() << "nobody has read it";
  } catch (const std::system_error& error) {
    EXPECT_EQ(error.code(), std::errc::timed_out);
  }
}

TEST(Channel, NobodyAtTheOtherEndIsAnError) {
  auto [ours, theirs] = Channel::pair();
  theirs.close();
  EXPECT_THROW(ours.send(1, "x"), std::system_error);
}

TEST(Channel, WhatIsNoFrameEndsTheLine) {
  auto [ours, theirs] = Channel::pair();
  const std::string noise(64, '\xff');
  ASSERT_EQ(send(theirs.descriptor(), noise.data(), noise.size(), 0), 64);
  EXPECT_FALSE(ours.take());
  EXPECT_TRUE(ours.ended());
}

TEST(Channel, ItsDescriptorsEndWithItAndAreNotInherited) {
  const auto before = openDescriptors();
  {
    auto [ours, theirs] = Channel::pair();
    EXPECT_EQ(openDescriptors(), before + 2);
    EXPECT_NE(fcntl(ours.descriptor(), F_GETFD) & FD_CLOEXEC, 0);
    const Channel moved = std::move(theirs);
    EXPECT_EQ(openDescriptors(), before + 2);
  }
  EXPECT_EQ(openDescriptors(), before);
}

}  // namespace
}  // namespace viewfuzz
