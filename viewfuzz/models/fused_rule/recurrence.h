#pragma once
/// @file
/// The gated delta rule in double precision, in plain loops: what it should give, and how far from
/// it a float kernel may be.
#include "viewfuzz/models/fused_rule/operators.h"

namespace delta_rule {

/// Outputs and states in double precision, and the sizes of the numbers they came from.
struct Truth {
  at::Tensor o, state;
  /// The largest number that entered or left the state: of its elements, of the values, and of the
  /// sums sum_i |M_ij k_i| that are taken off them.
  double state_size = 0;
  /// The longest query (2-norm, scaled).
  double query_size = 0;
};

/// Runs the recurrence over the rows of a batch; `initial` may be undefined. cu_seqlens and chunk
/// are ignored.
Truth recurrence(const Inputs& inputs, const at::Tensor& initial, const Options& options);

/// The rule of the comparison. A float kernel rounds every number it writes into the state, and
/// every sum over the state, relative to the numbers it adds up, not to a result in which they may
/// cancel. So an element of the state may be off by kFloatError times `state_size`, one of the
/// output by kFloatError times `state_size` times `query_size`, and on top of that by half a unit
/// in the last place of the dtype of the output.
///
/// The decays are no part of it: an implementation that takes differences of float sums G of g
/// needs max|G| 2^-22 more, but the kernels here multiply the decays up, as the recurrence does.
constexpr double kFloatError = 2e-6;

/// Largest difference to the truth as a fraction of what the rule allows; at most 1 is right. NaN
/// and infinity count as equal to themselves.
double error(const Result& result, const Truth& truth);

/// The same for two results of which each may be as far from the truth as the rule allows.
double difference(const Result& a, const Result& b, const Truth& truth);

}  // namespace delta_rule
