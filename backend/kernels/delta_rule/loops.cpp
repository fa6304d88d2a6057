#include "backend/kernels/delta_rule/loops.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

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

NPU_VECTORISED void decay_and_round(double* x, double factor, float* __restrict rounded,
                                    std::int64_t n) {
  for (std::int64_t i = 0; i < n; ++i) {
    x[i] *= factor;
    rounded[i] = static_cast<float>(x[i]);
  }
}

NPU_VECTORISED void widen(const std::uint16_t* __restrict from, float* __restrict to,
                          std::int64_t n) {
  for (std::int64_t i = 0; i < n; ++i)
    to[i] = std::bit_cast<float>(static_cast<std::uint32_t>(from[i]) << 16);
}

NPU_VECTORISED void narrow(const float* __restrict from, std::uint16_t* __restrict to,
                           std::int64_t n) {
  constexpr std::uint32_t kInfinity = 0x7F800000;
  constexpr std::uint16_t kNan = 0x7FC0;
  for (std::int64_t i = 0; i < n; ++i) {
    const auto bits = std::bit_cast<std::uint32_t>(from[i]);
    const std::uint32_t rounded = bits + 0x7FFF + ((bits >> 16) & 1);
    const bool is_nan = (bits & ~0x80000000) > kInfinity;
    to[i] = is_nan ? kNan : static_cast<std::uint16_t>(rounded >> 16);
  }
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

namespace {

// One tile row, in as many registers as the processor needs for it.
using Vector = float __attribute__((vector_size(kTile * sizeof(float))));

constexpr std::int64_t kPair = 2 * kTile;  // enough sums side by side to keep the adders busy

}  // namespace

// Named vectors stay in registers; the arrays a compiler makes of plain loops do not.
#define NPU_LOAD(vector, from) std::memcpy(&(vector), from, sizeof(Vector))
#define NPU_STORE(to, vector) std::memcpy(to, &(vector), sizeof(Vector))

NPU_VECTORISED void forward_substitute(ConstMatrix lower, Matrix x, std::int64_t n) {
  for (std::int64_t column = 0; column < n; column += kTile) {
    for (std::int64_t i = 1; i < kTile; ++i) {
      const float* const factors = lower.data + i * lower.stride;
      Vector sum;
      Vector sum_of_odd{};
      NPU_LOAD(sum, x.row(i) + column);
      for (std::int64_t j = 0; j < i; ++j) {
        Vector row;
        NPU_LOAD(row, x.row(j) + column);
        (j % 2 == 0 ? sum : sum_of_odd) += factors[j] * row;
      }
      sum += sum_of_odd;
      NPU_STORE(x.row(i) + column, sum);
    }
  }
}

NPU_VECTORISED void recall(ConstMatrix m, const float* __restrict k, const float* __restrict q,
                           std::int64_t rows, std::int64_t n, float* __restrict recalled_k,
                           float* __restrict recalled_q, ConstMatrix next) {
  std::int64_t column = 0;
  for (; column + kPair <= n; column += kPair) {
    const bool fetch = column % (2 * kPair) == 0;
    Vector k0{}, k1{}, q0{}, q1{};
    for (std::int64_t i = 0; i < rows; ++i) {
      if (fetch) {
        __builtin_prefetch(next.rows(i).data + column, 1, 2);
        __builtin_prefetch(next.rows(i).data + column + kTile, 1, 2);
      }
      const float* const row = m.data + i * m.stride + column;
      Vector m0, m1;
      NPU_LOAD(m0, row);
      NPU_LOAD(m1, row + kTile);
      k0 += k[i] * m0;
      k1 += k[i] * m1;
      q0 += q[i] * m0;
      q1 += q[i] * m1;
    }
    NPU_STORE(recalled_k + column, k0);
    NPU_STORE(recalled_k + column + kTile, k1);
    NPU_STORE(recalled_q + column, q0);
    NPU_STORE(recalled_q + column + kTile, q1);
  }
  std::fill(recalled_k + column, recalled_k + n, 0.0F);
  std::fill(recalled_q + column, recalled_q + n, 0.0F);
  for (std::int64_t i = 0; column < n && i < rows; ++i) {
    const float* const row = m.data + i * m.stride;
    for (std::int64_t j = column; j < n; ++j) {
      recalled_k[j] += k[i] * row[j];
      recalled_q[j] += q[i] * row[j];
    }
  }
}

NPU_VECTORISED void decay_and_write(Matrix m, float decay, const float* __restrict k,
                                    const float* __restrict d, std::int64_t rows, std::int64_t n,
                                    ConstMatrix next) {
  for (std::int64_t i = 0; i < rows; ++i) {
    for (std::int64_t column = kPair; column < n; column += 2 * kPair) {
      __builtin_prefetch(next.rows(i).data + column, 1, 2);
      __builtin_prefetch(next.rows(i).data + column + kTile, 1, 2);
    }
    float* __restrict const row = m.row(i);
    for (std::int64_t j = 0; j < n; ++j) row[j] = decay * row[j] + k[i] * d[j];
  }
}

#undef NPU_LOAD
#undef NPU_STORE

}  // namespace npu::delta_rule
