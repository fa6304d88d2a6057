#include "viewfuzz/examine/leaks.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <memory>
#include <vector>

#include "tests/sanitizers.h"

namespace viewfuzz {
namespace {

[[gnu::noinline]] void lose() {
  std::vector<std::unique_ptr<char[]>> many;
  for (int i = 0; i < 100; ++i) many.push_back(std::make_unique<char[]>(100));
  for (auto& each : many) each.release();  // NOLINT(bugprone-unused-return-value)
}

[[noreturn]] void tellLeaksAfter(void (*work)()) {
  work();
  _exit(hasLeaked() ? 1 : 0);
}

/// In a process that has done nothing else: a copy of this one has lost what only threads of it
/// held.
class LeaksDeathTest : public testing::Test {
 protected:
  LeaksDeathTest() { GTEST_FLAG_SET(death_test_style, "threadsafe"); }
};

TEST_F(LeaksDeathTest, LeakSanitizerSeesThem) {
  EXPECT_EXIT(tellLeaksAfter([] {}), testing::ExitedWithCode(0), "");
  EXPECT_EXIT(tellLeaksAfter(lose), testing::ExitedWithCode(kAddressSanitizer ? 1 : 0), "");
}

TEST_F(LeaksDeathTest, ThoseToBeIgnoredAreIgnored) {
  const auto ignored = [] {
    ignoreLeaks(true);
    lose();
    ignoreLeaks(false);
  };
  EXPECT_EXIT(tellLeaksAfter(ignored), testing::ExitedWithCode(0), "");
}

TEST(Leaks, WhatIsFreedIsNotInUse) {
  constexpr uint64_t kMany = uint64_t{64} << 20;
  const uint64_t before = bytesInUse();
  {
    const std::vector<char> large(kMany, 'x');
    EXPECT_GE(bytesInUse(), before + kMany / 2);
  }
  EXPECT_LT(bytesInUse(), before + kMany / 2);
}

}  // namespace
}  // namespace viewfuzz
