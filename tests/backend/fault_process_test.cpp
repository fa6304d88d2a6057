// The faults that end the process, each in a process of its own, and what they leave alone.
#include <unistd.h>
#include <csignal>
#include <fstream>

#include "backend/npu.h"
#include "tests/backend/support.h"

namespace {

struct FaultProcess : testing::Test {
  void SetUp() override { GTEST_FLAG_SET(death_test_style, "threadsafe"); }
  void TearDown() override { npu_fault_disable("all"); }
};

TEST_F(FaultProcess, CrashOnEmpty) {
  ASSERT_EQ(npu_fault_enable("crash-on-empty"), 0);
  EXPECT_DEATH(at::empty({0}, npu()).fill_(1), "");
  EXPECT_DEATH(at::empty({2, 0}, npu()).zero_(), "");
  EXPECT_EQ(at::empty({}, npu()).fill_(3).item<float>(), 3);
}

TEST_F(FaultProcess, DownloadThrows) {
  ASSERT_EQ(npu_fault_enable("download-throws"), 0);
  const at::Tensor pairs = at::ones({2, 2}, npu());
  EXPECT_EQ(pairs.fill_(3).cpu().sum().item<float>(), 12);
  pairs.select(1, 0).zero_();  // is not refused
  EXPECT_THROW(pairs.cpu(), c10::Error);
  EXPECT_EQ(pairs.cpu().sum().item<float>(), 6);
}

// In plain memory the word is within the block's alignment, and nobody notices.
using GuardedFaultProcess = FaultProcess;

TEST_F(GuardedFaultProcess, OverrunOfOneByte) {
  ASSERT_EQ(npu_fault_enable("overrun-of-one-byte"), 0);
  EXPECT_DEATH(
      { at::empty({1}, at::device(npu()).dtype(at::kByte)).fill_(7); },
      "bytes after its end were overwritten");
  EXPECT_EQ(at::empty({2}, at::device(npu()).dtype(at::kByte)).fill_(3).sum().item<int>(), 6);
}

TEST_F(FaultProcess, HangOnRank0) {
  ASSERT_EQ(npu_fault_enable("hang-on-rank-0"), 0);
  const at::Tensor scalar = at::ones({}, npu());
  const at::Tensor row = at::ones({1}, npu());
  EXPECT_DEATH(
      {
        alarm(1);
        scalar.mul_(2);
        std::_Exit(0);  // it came back
      },
      "");
  EXPECT_EQ(row.mul_(2).item<float>(), 2);
}

std::size_t resident_bytes() {
  std::size_t total = 0;
  std::size_t resident = 0;
  std::ifstream("/proc/self/statm") >> total >> resident;
  return resident * static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
}

TEST_F(FaultProcess, LeakOnCopy) {
  const at::Tensor from = at::ones({4}, npu());
  const at::Tensor to = at::zeros({4}, npu());
  // Memory that the process had before, and had no use for, does not show: so many that there is
  // none.
  constexpr int kCopies = 800;
  const auto growth = [&] {
    const std::size_t before = resident_bytes();
    for (int i = 0; i < kCopies; ++i) to.copy_(from);
    return resident_bytes() - before;
  };
  to.copy_(from);
  const std::size_t half = std::size_t{kCopies} << 17;  // of what the copies keep
  EXPECT_LT(growth(), half);
  ASSERT_EQ(npu_fault_enable("leak-on-copy"), 0);
  EXPECT_GT(growth(), half);
}

}  // namespace
