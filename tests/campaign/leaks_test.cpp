#include "viewfuzz/campaign/leaks.h"

#include <gtest/gtest.h>

#include <memory>
#include <vector>

#include "tests/sanitizers.h"
#include "viewfuzz/campaign/apart.h"

namespace viewfuzz {
namespace {

/// In a process of its own: what it leaks is not to be found at the end of this one.
bool leaksAfter(const std::function<void()>& work) {
  const Pulse still;
  const Ending ending = runApart(
      [&] {
        silenceErrors();
        work();
        return hasLeaked() ? 1 : 0;
      },
      still, {});
  EXPECT_EQ(ending.kind, Ending::Kind::exited);
  return ending.code == 1;
}

[[gnu::noinline]] void lose() {
  std::vector<std::unique_ptr<char[]>> many;
  for (int i = 0; i < 100; ++i) many.push_back(std::make_unique<char[]>(100));
  for (auto& each : many) each.release();  // NOLINT(bugprone-unused-return-value)
}

TEST(Leaks, LeakSanitizerSeesThem) {
  EXPECT_FALSE(leaksAfter([] {}));
  EXPECT_EQ(leaksAfter(lose), kAddressSanitizer);
}

TEST(Leaks, ThoseToBeIgnoredAreIgnored) {
  EXPECT_FALSE(leaksAfter([] {
    ignoreLeaks(true);
    lose();
    ignoreLeaks(false);
  }));
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
