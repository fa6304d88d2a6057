#include "viewfuzz/isolate/memory_limit.h"

#include <gtest/gtest.h>

#include <new>
#include <vector>

#include "tests/sanitizers.h"
#include "viewfuzz/isolate/child_process.h"

namespace viewfuzz {
namespace {

/// Does a child with so much memory to spare get `bytes` of it?
bool gets(uint64_t limit, size_t bytes) {
  const ChildOutcome outcome = runChild([&](Channel&) -> std::string {
    limitMemory(limit);
    if (!isMemoryLimited()) return "no limit";
    try {
      const std::vector<char> data(bytes, 'x');
      return data.back() == 'x' ? "got it" : "";
    } catch (const std::bad_alloc&) {
      return "refused";
    }
  });
  const auto* answered = std::get_if<Answered>(&outcome);
  EXPECT_NE(answered, nullptr) << told(outcome);
  return answered != nullptr && answered->payload == "got it";
}

TEST(MemoryLimit, IsBeyondWhatTheProcessHas) {
  if (kAddressSanitizer) GTEST_SKIP() << "a sanitizer's allocator ends the process instead";
  EXPECT_TRUE(gets(uint64_t{1} << 30, size_t{64} << 20));
  EXPECT_FALSE(gets(uint64_t{64} << 20, size_t{1} << 30));
}

TEST(MemoryLimit, ThereIsNoneUnlessSomebodyAsks) { EXPECT_FALSE(isMemoryLimited()); }

}  // namespace
}  // namespace viewfuzz
