#include <thread>

#include "tests/backend/support.h"

namespace {

// A layout that reaches past the end of the storage, which no checked operator would make.
at::Tensor reaching_past(std::int64_t elements, std::int64_t beyond) {
  at::Tensor tensor = at::empty({elements}, at::device(npu()).dtype(at::kByte));
  tensor.unsafeGetTensorImpl()->set_sizes_contiguous({elements + beyond});
  return tensor;
}

struct GuardDeathTest : testing::Test {
  GuardDeathTest() { GTEST_FLAG_SET(death_test_style, "threadsafe"); }
};

TEST_F(GuardDeathTest, HostReadFaults) {
  const at::Tensor tensor = at::ones({4}, at::device(npu()));
  EXPECT_DEATH(std::fprintf(stderr, "%f", *tensor.const_data_ptr<float>()), "");
}

TEST_F(GuardDeathTest, HostWriteFaults) {
  const at::Tensor tensor = at::ones({4}, at::device(npu()));
  EXPECT_DEATH(*tensor.mutable_data_ptr<float>() = 1, "");
}

TEST_F(GuardDeathTest, KernelFarPastTheEndFaults) {
  const at::Tensor tensor = reaching_past(100, 64);
  EXPECT_DEATH(tensor.fill_(1), "");
}

TEST_F(GuardDeathTest, KernelJustPastTheEndIsFoundOnFree) {
  EXPECT_DEATH(reaching_past(100, 1).fill_(1), "block at .* of 100 bytes: bytes after its end");
}

TEST_F(GuardDeathTest, KernelBeforeTheStartIsFoundOnFree) {
  EXPECT_DEATH(
      {
        const at::Tensor tensor = at::empty({100}, at::device(npu()).dtype(at::kByte));
        tensor.unsafeGetTensorImpl()->set_storage_offset(-64);
        tensor.fill_(1);
      },
      "bytes before its start");
}

TEST(Allocator, HostMayReadUnguardedMemory) {
  const Unguarded mode;
  const at::Tensor tensor = at::full({4}, 2.5, at::device(npu()));
  EXPECT_EQ(tensor.const_data_ptr<float>()[3], 2.5F);
}

TEST(Allocator, BlocksSurviveAChangeOfMode) {
  at::Tensor guarded = at::full({9}, 1, at::device(npu()));
  at::Tensor plain;
  {
    const Unguarded mode;
    plain = at::full({9}, 2, at::device(npu()));
    EXPECT_EQ((guarded + plain).sum().item<float>(), 27);
    guarded = at::Tensor();
  }
  const at::Tensor again = at::full({9}, 4, at::device(npu()));
  EXPECT_EQ((again + plain).sum().item<float>(), 54);
}

TEST(Allocator, DataIsAlignedAndBlocksAreApart) {
  for (const bool guarded : {true, false}) {
    std::optional<Unguarded> mode;
    if (!guarded) mode.emplace();
    std::vector<at::Tensor> live;
    for (std::int64_t bytes = 1; bytes < 20000; bytes = bytes * 5 / 4 + 1) {
      live.push_back(at::full({bytes}, bytes % 251, at::device(npu()).dtype(at::kByte)));
      EXPECT_EQ(reinterpret_cast<std::uintptr_t>(live.back().data_ptr()) % 64, 0U);
    }
    for (const at::Tensor& tensor : live) {
      const std::int64_t bytes = tensor.numel();
      EXPECT_TRUE(tensor.cpu().eq(bytes % 251).all().item<bool>()) << bytes;
    }
  }
}

TEST(Allocator, LargeBlocksAreReused) {
  for (int round = 0; round < 3; ++round) {
    for (const std::int64_t mib : {3, 9, 33}) {
      const at::Tensor tensor = at::full({mib << 20}, round, at::device(npu()).dtype(at::kByte));
      EXPECT_EQ(tensor[(mib << 20) - 1].item<int>(), round);
    }
  }
}

TEST(Allocator, NothingIsNull) {
  const at::Tensor tensor = at::empty({0, 3}, at::device(npu()));
  EXPECT_EQ(tensor.storage().data(), nullptr);
  EXPECT_EQ((tensor + 1).sizes(), at::IntArrayRef({0, 3}));
  EXPECT_EQ(tensor.cpu().numel(), 0);
}

TEST(Allocator, ThreadsMayShareIt) {
  std::vector<std::thread> threads;
  threads.reserve(4);
  std::atomic<int> wrong{0};
  for (int id = 0; id < 4; ++id) {
    threads.emplace_back([id, &wrong] {
      for (std::int64_t i = 1; i < 300; ++i) {
        const at::Tensor tensor = at::full({i}, id, at::device(npu()));
        if (tensor.sum().item<float>() != static_cast<float>(id * i)) ++wrong;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(wrong, 0);
}

}  // namespace
