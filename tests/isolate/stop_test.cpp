#include "viewfuzz/isolate/stop.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmath>
#include <csignal>

namespace viewfuzz {
namespace {

TEST(StopCondition, GoesOnUntilItsTimeIsOver) {
  EXPECT_EQ(StopCondition().reason(), StopReason::none);
  EXPECT_TRUE(std::isinf(StopCondition().secondsLeft()));
  EXPECT_EQ(StopCondition(0).reason(), StopReason::time);
  EXPECT_EQ(StopCondition(0).secondsLeft(), 0);
  EXPECT_FALSE(StopCondition(1e300).due());
  const StopCondition later(3600);
  EXPECT_GT(later.secondsLeft(), 3000);
  EXPECT_EQ(later.within(0).reason(), StopReason::time);
  EXPECT_LT(StopCondition(1).within(3600).secondsLeft(), 2);
}

TEST(StopCondition, ARequestReachesAllCopiesAndItsReasonStays) {
  const StopCondition stop;
  const StopCondition inner = stop.within(3600);
  inner.request();
  EXPECT_EQ(stop.reason(), StopReason::asked);
  stop.request(StopReason::time);
  EXPECT_EQ(inner.reason(), StopReason::asked);
}

TEST(StopCondition, ARequestReachesTheParentAndItsChildren) {
  const StopCondition stop;
  const pid_t child = fork();
  if (child == 0) {
    while (!stop.due()) usleep(1000);
    _exit(stop.reason() == StopReason::asked ? 7 : 1);
  }
  stop.request();
  int status = 0;
  waitpid(child, &status, 0);
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 7);

  const StopCondition other;
  const pid_t asking = fork();
  if (asking == 0) {
    other.request();
    _exit(0);
  }
  waitpid(asking, nullptr, 0);
  EXPECT_TRUE(other.due());
}

const StopCondition* handled = nullptr;

TEST(StopCondition, ASignalHandlerMayAsk) {
  const StopCondition stop;
  handled = &stop;
  const auto before = std::signal(SIGUSR1, [](int) { handled->request(); });
  std::raise(SIGUSR1);
  std::signal(SIGUSR1, before);
  EXPECT_EQ(stop.reason(), StopReason::asked);
}

}  // namespace
}  // namespace viewfuzz
