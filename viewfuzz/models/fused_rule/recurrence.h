#pragma once
/// @file
/// The gated delta rule in double precision, in plain loops: what it must give, and how far from it
/// a float kernel may be.
#include "viewfuzz/models/fused_rule/operators.h"

namespace delta_rule {

/// Outputs and states in double precision, and how large the numbers were from which they came.
struct Truth {
  at::Tensor o, state;
  /// The largest number that entered or left the state: an element of it, a value, or a sum sum_i
  /// |M_ij k_i| that is subtracted from a value.
  double state_size = 0;
  /// The largest norm of a scaled query (2-norm).
  double query_size = 0;
};

/// Runs the recurrence over the rows of a batch. `initial` may be undefined. It ignores cu_seqlens
/// and chunk.
Truth recurrence(const Inputs& inputs, const at::Tensor& initial, const Options& options);

/// The bound of the comparison. A float kernel rounds every number that it writes to the state, and
/// every sum over the state. The error is relative to the numbers that are added, not to their sum,
/// in which they may cancel. So an element of the state may be off by kFloatError times
/// `state_size`, and an element of the output by kFloatError times `state_size` times `query_size`.
/// Half a unit in the last place of the dtype of the output comes on top.
///
/// The bound does not include decays. A kernel that subtracts float sums G of g needs max|G| 2^-22
/// more. The kernels here multiply the decays, as the recurrence does.
constexpr double kFloatError = 2e-6;

/// The largest difference from the truth, as a fraction of the bound: a right result has at most 1.
/// NaN and infinity count as equal to themselves.
double error(const Result& result, const Truth& truth);

/// The same for two results, each of which may be as far from the truth as the bound allows.
double difference(const Result& a, const Result& b, const Truth& truth);

}  // namespace delta_rule
