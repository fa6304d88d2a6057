#pragma once
/// @file
/// The gated delta rule by chunks, written in ATen operators as a model writes it. A fused kernel
/// has to beat it.
#include <ATen/ATen.h>

#include "viewfuzz/models/fused_rule/operators.h"

namespace bench {

/// The method by which the unit lower triangular system of a chunk is solved.
enum class Form {
  kTriangularSolve,  ///< by two calls of linalg_solve_triangular
  kRowLoop,          ///< by writing the inverse row by row, each from the rows above it
};

/// The result of npu::chunk_gated_delta_rule with the l2norm, for calls without an initial state
/// and with as many value heads as key heads. Works in the dtype of q, which must be float32 or
/// float64.
delta_rule::Result spelled_out(const delta_rule::Inputs& inputs, std::int64_t chunk, Form form);

/// The multiply-adds of the method by chunks for one head and one chunk: K K^T, Q K^T, the
/// triangular solve of u and w, w M, Q M, P r and K^T r.
constexpr double multiply_adds(double chunk, double key_dim, double value_dim) {
  return 2 * chunk * chunk * key_dim + chunk * chunk / 2 * (key_dim + value_dim) +
         3 * chunk * key_dim * value_dim + chunk * chunk * value_dim;
}

}  // namespace bench
