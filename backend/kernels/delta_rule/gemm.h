#pragma once
/// @file
/// Small products of row-major float matrices on one thread.
#include <cstdint>

namespace npu::delta_rule {

/// A row-major matrix; `stride` floats lie between the starts of two rows.
struct ConstMatrix {
  const float* data;
  std::int64_t stride;
  ConstMatrix rows(std::int64_t from) const { return {data + from * stride, stride}; }
};
struct Matrix {
  float* data;
  std::int64_t stride;
  Matrix rows(std::int64_t from) const { return {data + from * stride, stride}; }
  float* row(std::int64_t i) const { return data + i * stride; }
  operator ConstMatrix() const { return {data, stride}; }  // NOLINT: as float* to const float*
};

/// All matrices here have sizes that are multiples of this: products of few shapes, so that the
/// kernels libtorch compiles for each shape at run time are few, and no loop has a remainder.
constexpr std::int64_t kTile = 16;
constexpr std::int64_t padded(std::int64_t n) { return (n + kTile - 1) / kTile * kTile; }

/// What becomes of the old contents of the result of a product.
enum class Result { kOverwritten, kAddedTo };

/// c[m, n] = a[m, k] b[k, n], or c += a b. c must not overlap a or b.
void gemm(std::int64_t m, std::int64_t n, std::int64_t k, ConstMatrix a, ConstMatrix b, Matrix c,
          Result result);

/// The same by libtorch's matrix product: what gemm does on a processor that oneDNN compiles no
/// small products for.
void gemm_by_mm(std::int64_t m, std::int64_t n, std::int64_t k, ConstMatrix a, ConstMatrix b,
                Matrix c, Result result);

}  // namespace npu::delta_rule
