#pragma once
/// @file
/// The loops that are no matrix product, compiled for several generations of processors. Lengths
/// may be anything, but are multiples of kTile where speed matters.
#include <cstdint>

#include "backend/kernels/delta_rule/gemm.h"

namespace npu::delta_rule {

/// x *= factor
void scale(float* x, float factor, std::int64_t n);

/// The sum of x^2.
float sum_of_squares(const float* x, std::int64_t n);

/// The sum of x y.
float dot(const float* x, const float* y, std::int64_t n);

/// x = beta (x - decay y): what is to be written, once what is already there has been taken off.
void subtract_recalled(float* x, const float* y, float beta, float decay, std::int64_t n);

/// x = decay x + factor y
void add_written(float* x, float decay, const float* y, float factor, std::int64_t n);

/// x *= factor y
void multiply(float* x, const float* y, float factor, std::int64_t n);

/// x *= factor, and the same rounded to floats.
void decay_and_round(double* x, double factor, float* rounded, std::int64_t n);

/// to[columns, rows] = from[rows, columns] transposed; rows and columns are multiples of kTile.
void transpose(ConstMatrix from, Matrix to, std::int64_t rows, std::int64_t columns);

/// bfloat16 to float, and float to bfloat16: the nearest, the even one of two as near.
void widen(const std::uint16_t* from, float* to, std::int64_t n);
void narrow(const float* from, std::uint16_t* to, std::int64_t n);

/// Solves (I - lower) x = b in place, x[kTile, n] being b before: row i += lower[i, j] row j for
/// all j < i, in order.
void forward_substitute(ConstMatrix lower, Matrix x, std::int64_t n);

/// One pass over a state [rows, n]: recalled_k = m^T k and recalled_q = m^T q. Half of `next`, a
/// matrix of the same sizes, is brought near on the way.
void recall(ConstMatrix m, const float* k, const float* q, std::int64_t rows, std::int64_t n,
            float* recalled_k, float* recalled_q, ConstMatrix next);

/// m = decay m + k d^T, and the other half of `next` is brought near.
void decay_and_write(Matrix m, float decay, const float* k, const float* d, std::int64_t rows,
                     std::int64_t n, ConstMatrix next);

}  // namespace npu::delta_rule
