#include "backend/kernels/delta_rule/loops.h"

#include <algorithm>
#include <array>

// Sanitizers are not ready when the loader picks a version.
#if defined(__SANITIZE_ADDRESS__)
#define NPU_SANITIZED
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define NPU_SANITIZED
#endif
#endif

// One body, compiled for AVX-512, AVX2 and the baseline.
#if defined(__x86_64__) && !defined(NPU_SANITIZED)
#define NPU_VECTORISED __attribute__((target_clones("arch=x86-64-v4", "arch=x86-64-v3", "default")))
#else
#define NPU_VECTORISED
#endif

namespace npu::delta_rule {

NPU_VECTORISED void scale(float* x, float factor, std::int64_t n) {
  for (std::int64_t i = 0; i < n; ++i) x[i] *= factor;
}

NPU_VECTORISED float dot(const float* x, const float* y, std::int64_t n) {
  std::array<float, kTile> sums{};  // a single sum would be added up in order, one by one
  std::int64_t i = 0;
  for (; i + kTile <= n; i += kTile)
    for (std::int64_t j = 0; j < kTile; ++j) sums[j] += x[i + j] * y[i + j];
  for (std::int64_t j = 0; i < n; ++i, ++j) sums[j] += x[i] * y[i];
  for (std::int64_t half = kTile / 2; half > 0; half /= 2)
    for (std::int64_t j = 0; j < half; ++j) sums[j] += sums[j + half];
  return sums[0];
}

float sum_of_squares(const float* x, std::int64_t n) { return dot(x, x, n); }

NPU_VECTORISED void subtract_recalled(float* x, const float* __restrict y, float beta, float decay,
                                      std::int64_t n) {
  for (std::int64_t i = 0; i < n; ++i) x[i] = beta * (x[i] - decay * y[i]);
}

NPU_VECTORISED void add_written(float* x, float decay, const float* __restrict y, float factor,
                                std::int64_t n) {
  for (std::int64_t i = 0; i < n; ++i) x[i] = decay * x[i] + factor * y[i];
}

NPU_VECTORISED void multiply(float* x, const float* __restrict y, float factor, std::int64_t n) {
  for (std::int64_t i = 0; i < n; ++i) x[i] *= factor * y[i];
}

NPU_VECTORISED void transpose(ConstMatrix from, Matrix to, std::int64_t rows,
                              std::int64_t columns) {
  for (std::int64_t i = 0; i < rows; i += kTile)
    for (std::int64_t j = 0; j < columns; ++j) {
      const float* const source = from.data + i * from.stride + j;
      float* const target = to.data + j * to.stride + i;
      for (std::int64_t l = 0; l < kTile; ++l) target[l] = source[l * from.stride];
    }
}

NPU_VECTORISED void forward_substitute(ConstMatrix lower, Matrix x, std::int64_t n) {
  constexpr std::int64_t kColumns = 32;  // at a time: a row of them stays in registers
  for (std::int64_t column = 0; column < n; column += kColumns) {
    const std::int64_t width = std::min(kColumns, n - column);
    for (std::int64_t i = 1; i < kTile; ++i) {
      float* const row = x.row(i) + column;
      std::array<float, kColumns> sums{};
      for (std::int64_t l = 0; l < width; ++l) sums[l] = row[l];
      for (std::int64_t j = 0; j < i; ++j) {
        const float factor = lower.data[i * lower.stride + j];
        const float* const other = x.row(j) + column;
        for (std::int64_t l = 0; l < width; ++l) sums[l] += factor * other[l];
      }
      for (std::int64_t l = 0; l < width; ++l) row[l] = sums[l];
    }
  }
}

NPU_VECTORISED void recall(ConstMatrix m, const float* __restrict k, const float* __restrict q,
                           std::int64_t rows, std::int64_t n, float* __restrict recalled_k,
                           float* __restrict recalled_q) {
  std::fill_n(recalled_k, n, 0.0F);
  std::fill_n(recalled_q, n, 0.0F);
  std::int64_t i = 0;
  for (; i + 4 <= rows; i += 4) {  // four rows for one load and store of the sums
    const float* const m0 = m.data + i * m.stride;
    const float* const m1 = m0 + m.stride;
    const float* const m2 = m1 + m.stride;
    const float* const m3 = m2 + m.stride;
    for (std::int64_t j = 0; j < n; ++j) {
      recalled_k[j] += (k[i] * m0[j] + k[i + 1] * m1[j]) + (k[i + 2] * m2[j] + k[i + 3] * m3[j]);
      recalled_q[j] += (q[i] * m0[j] + q[i + 1] * m1[j]) + (q[i + 2] * m2[j] + q[i + 3] * m3[j]);
    }
  }
  for (; i < rows; ++i) {
    const float* const row = m.data + i * m.stride;
    for (std::int64_t j = 0; j < n; ++j) {
      recalled_k[j] += k[i] * row[j];
      recalled_q[j] += q[i] * row[j];
    }
  }
}

NPU_VECTORISED void decay_and_write(Matrix m, float decay, const float* __restrict k,
                                    const float* __restrict d, std::int64_t rows, std::int64_t n) {
  for (std::int64_t i = 0; i < rows; ++i) {
    float* __restrict const row = m.row(i);
    for (std::int64_t j = 0; j < n; ++j) row[j] = decay * row[j] + k[i] * d[j];
  }
}

}  // namespace npu::delta_rule
