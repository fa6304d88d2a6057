// Where the faults begin and end: what they must leave alone, and that they are wrong wherever
// they claim to be.
#include "backend/npu.h"
#include "tests/backend/support.h"

namespace {

struct FaultOn {
  explicit FaultOn(const char* name) { EXPECT_EQ(npu_fault_enable(name), 0); }
  ~FaultOn() { npu_fault_disable("all"); }
};

TEST(FaultLimits, SelectCopiesOnlyViewsWithElementsThatAreNotContiguous) {
  const FaultOn fault("select-fallback-copy");
  const auto shares = [](at::IntArrayRef sizes, std::int64_t dim) {
    const at::Tensor base = at::zeros(sizes, npu());
    return base.select(dim, 0).is_alias_of(base);
  };
  EXPECT_TRUE(shares({1, 1, 1, 8, 8}, 3));
  EXPECT_TRUE(shares({4, 4}, 0));
  EXPECT_FALSE(shares({2, 8, 8}, 1));
  EXPECT_FALSE(shares({1, 2, 8, 8}, -2));
  const at::Tensor nothing = at::zeros({2, 4, 0}, npu());
  EXPECT_EQ(nothing.select(1, 2).storage_offset(), 2);  // a copy would start at 0
  EXPECT_EQ(nothing.select(1, 2).strides(), nothing.cpu().select(1, 2).strides());
  const at::Tensor upright = at::zeros({3, 2}, npu()).t();  // its columns are contiguous
  EXPECT_TRUE(upright.select(1, 1).is_alias_of(upright));
  EXPECT_THROW(nothing.select(1, 4), c10::IndexError);
}

bool converts_right(at::ScalarType from, at::ScalarType to, std::int64_t start, std::int64_t end) {
  const auto convert = [=](at::Device device) {
    return moved(pattern({16}, from), device).slice(0, start, end).to(to);
  };
  return static_cast<bool>(same_everything(convert(at::kCPU), convert(npu())));
}

TEST(FaultLimits, OffsetBytesIsWrongAtEveryOffset) {
  const FaultOn fault("offset-bytes");
  for (std::int64_t start = 1; start < 14; ++start) {
    for (const std::int64_t end : {start + 2, std::int64_t{16}}) {
      EXPECT_FALSE(converts_right(at::kFloat, at::kDouble, start, end)) << start;
      EXPECT_FALSE(converts_right(at::kDouble, at::kFloat, start, end)) << start;
      EXPECT_FALSE(converts_right(at::kLong, at::kByte, start, end)) << start;
    }
    EXPECT_TRUE(converts_right(at::kFloat, at::kInt, start, 16)) << start;  // items of one size
  }
  EXPECT_TRUE(converts_right(at::kFloat, at::kDouble, 0, 5));
}

TEST(FaultLimits, CopiesToAndFromTheHostStayRight) {
  const at::Tensor host = pattern({24});
  const at::Tensor device = moved(host, npu());
  for (const char* name : {"offset-bytes", "equal-stride-blit"}) {
    const FaultOn fault(name);
    at::Tensor expected = at::zeros({8}, at::kDouble);
    expected.copy_(host.slice(0, 3, 11));
    at::Tensor down = at::zeros({8}, at::kDouble);
    down.copy_(device.slice(0, 3, 11));
    EXPECT_TRUE(same_everything(expected, down)) << name;
    at::Tensor strided = at::zeros({24});
    strided.slice(0, 1, 24, 3).copy_(device.slice(0, 1, 24, 3));
    EXPECT_EQ(strided.ne(0).sum().item<int>(), host.slice(0, 1, 24, 3).ne(0).sum().item<int>());
  }
}

TEST(FaultLimits, OffsetDstCoversZero) {
  const FaultOn fault("offset-dst");
  const at::Tensor base = at::ones({4, 4}, npu());
  base.slice(0, 2).zero_();
  EXPECT_TRUE(base.slice(0, 0, 2).eq(0).all().item<bool>());
  EXPECT_TRUE(base.slice(0, 2).eq(1).all().item<bool>());
}

TEST(FaultLimits, BlitStaysInsideTheStorages) {
  const FaultOn fault("equal-stride-blit");
  const at::Tensor dst = at::zeros({9}, npu());
  const at::Tensor src = moved(pattern({9}), npu());
  dst.slice(0, 0, 9, 4).copy_(src.slice(0, 0, 9, 4));  // 3 elements, as a block of 12 bytes
  EXPECT_TRUE(dst.slice(0, 0, 3).equal(src.slice(0, 0, 3)));
  EXPECT_TRUE(dst.slice(0, 3).eq(0).all().item<bool>());
  EXPECT_THROW(dst.expand({2, 9}).copy_(src.expand({2, 9})), c10::Error);
}

}  // namespace
