// Both ways to multiply small matrices, also the one this processor may not need.
#include "backend/kernels/delta_rule/gemm.h"

#include <ATen/ATen.h>
#include <gtest/gtest.h>

namespace {

using npu::delta_rule::Matrix;
using npu::delta_rule::Result;

TEST(DeltaRuleGemm, BothWaysMultiplyAndAddWithinWiderMatrices) {
  for (const auto way : {&npu::delta_rule::gemm, &npu::delta_rule::gemm_by_mm}) {
    for (const Result result : {Result::kOverwritten, Result::kAddedTo}) {
      // Whole numbers, so that sums are exact; each matrix is part of a wider one.
      const at::Tensor a = at::arange(32 * 24).remainder(7).sub(3).view({32, 24}).to(at::kFloat);
      const at::Tensor b = at::arange(16 * 60).remainder(5).sub(2).view({16, 60}).to(at::kFloat);
      const at::Tensor c = at::arange(32 * 50).remainder(3).view({32, 50}).to(at::kFloat);
      const at::Tensor product = at::mm(a.slice(1, 0, 16), b.slice(1, 0, 48));
      at::Tensor expected = c.clone();
      expected.slice(1, 0, 48).mul_(result == Result::kAddedTo ? 1 : 0).add_(product);
      way(32, 48, 16, {a.const_data_ptr<float>(), 24}, {b.const_data_ptr<float>(), 60},
          Matrix{c.mutable_data_ptr<float>(), 50}, result);
      EXPECT_TRUE(c.equal(expected));
    }
  }
}

}  // namespace
