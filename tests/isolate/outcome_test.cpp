#include "viewfuzz/isolate/outcome.h"

#include <gtest/gtest.h>

#include <csignal>

namespace viewfuzz {
namespace {

TEST(Outcome, AnExitCodeIsNeverToldAsASignal) {
  // 1 is the number of SIGHUP, and what a sanitizer exits with.
  EXPECT_EQ(told(Exited{1}), "ended with exit code 1");
  EXPECT_EQ(told(Exited{2}), "ended with exit code 2");
  EXPECT_EQ(told(Signaled{SIGHUP}), "ended with signal 1 (Hangup)");
  EXPECT_EQ(told(Signaled{SIGSEGV}), "ended with signal 11 (Segmentation fault)");
}

TEST(Outcome, EachIsToldInWords) {
  EXPECT_EQ(told(Answered{"x"}), "ended as it should");
  EXPECT_EQ(told(Threw{"RuntimeError", "no memory"}),
            "ended with an error (RuntimeError: no memory)");
  EXPECT_EQ(told(Hung{2.5}), "stood still for 2.5 seconds");
  EXPECT_EQ(told(Grew{uint64_t{64} << 20}), "took more than 64 MiB");
  EXPECT_EQ(told(Stopped{StopReason::time}), "was ended, since the time is over");
  EXPECT_EQ(told(Stopped{StopReason::asked}), "was ended, as was asked for");
}

TEST(Outcome, AStopIsNoFailureOfTheChild) {
  EXPECT_FALSE(failed(Answered{}));
  EXPECT_FALSE(failed(Stopped{}));
  for (const ChildOutcome& outcome :
       {ChildOutcome(Threw{}), ChildOutcome(Exited{}), ChildOutcome(Signaled{}),
        ChildOutcome(Hung{}), ChildOutcome(Grew{})})
    EXPECT_TRUE(failed(outcome)) << told(outcome);
}

}  // namespace
}  // namespace viewfuzz
