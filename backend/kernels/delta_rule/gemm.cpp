#include "backend/kernels/delta_rule/gemm.h"

#include <ATen/native/CPUBlas.h>
#include <ATen/ops/addmm_cpu_dispatch.h>
#include <ATen/ops/from_blob.h>
#include <ATen/ops/mm_cpu_dispatch.h>

namespace npu::delta_rule {
namespace {

using at::native::cpublas::brgemm;

// libtorch has this product where oneDNN can compile it for the processor.
bool has_brgemm() {
  static const bool has = [] {
    const float one = 1;
    float product = 0;
    try {
      brgemm(1, 1, 1, 1, 1, 1, false, &one, &one, &product);
    } catch (const c10::Error&) {
      return false;
    }
    return product == 1;
  }();
  return has;
}

at::Tensor tensor_of(const float* data, std::int64_t stride, std::int64_t rows,
                     std::int64_t columns) {
  return at::from_blob(const_cast<float*>(data), {rows, columns}, {stride, 1}, at::kFloat);
}

}  // namespace

void gemm_by_mm(std::int64_t m, std::int64_t n, std::int64_t k, ConstMatrix a, ConstMatrix b,
                Matrix c, Result result) {
  const at::Tensor left = tensor_of(a.data, a.stride, m, k);
  const at::Tensor right = tensor_of(b.data, b.stride, k, n);
  at::Tensor product = tensor_of(c.data, c.stride, m, n);
  if (result == Result::kAddedTo) {
    at::cpu::addmm_out(product, product, left, right);
  } else {
    at::cpu::mm_out(product, left, right);
  }
}

void gemm(std::int64_t m, std::int64_t n, std::int64_t k, ConstMatrix a, ConstMatrix b, Matrix c,
          Result result) {
  if (!has_brgemm()) return gemm_by_mm(m, n, k, a, b, c, result);
  brgemm(m, n, k, a.stride, b.stride, c.stride, result == Result::kAddedTo, a.data, b.data, c.data);
}

}  // namespace npu::delta_rule
