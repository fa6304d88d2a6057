#include "viewfuzz/models/fused_rule/recurrence.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace delta_rule {
namespace {

at::Tensor doubles(const at::Tensor& x) { return x.to(at::kCPU, at::kDouble).contiguous(); }

double norm(const double* x, int64_t n) {
  double sum = 0;
  for (int64_t i = 0; i < n; ++i) sum += x[i] * x[i];
  return sum;
}

// One head of one row of the batch: pointers to its first token, and the strides to the next one.
struct Head {
  const double *q, *k, *v, *g, *beta;
  int64_t key_step, value_step, gate_step;
  double *o, *m;
};

void run(const Head& head, int64_t tokens, int64_t dk, int64_t dv, double scale, bool l2norm,
         Truth& truth) {
  std::vector<double> d(static_cast<size_t>(dv));
  const auto see = [&](double size) {
    if (size > truth.state_size) truth.state_size = size;
  };
  for (int64_t i = 0; i < dk * dv; ++i) see(std::abs(head.m[i]));
  for (int64_t t = 0; t < tokens; ++t) {
    const double* const q = head.q + t * head.key_step;
    const double* const k = head.k + t * head.key_step;
    const double* const v = head.v + t * head.value_step;
    double* const o = head.o + t * head.value_step;
    const double decay = head.g != nullptr ? std::exp(head.g[t * head.gate_step]) : 1;
    const double beta = head.beta != nullptr ? head.beta[t * head.gate_step] : 1;
    const double q_factor = scale / (l2norm ? std::sqrt(norm(q, dk) + 1e-6) : 1);
    const double k_factor = 1 / (l2norm ? std::sqrt(norm(k, dk) + 1e-6) : 1);
    for (int64_t j = 0; j < dv; ++j) {
      double recalled = 0;
      double size = 0;
      for (int64_t i = 0; i < dk; ++i) {
        const double part = decay * head.m[i * dv + j] * k[i] * k_factor;
        recalled += part;
        size += std::abs(part);
      }
      see(size + std::abs(v[j]));
      d[static_cast<size_t>(j)] = beta * (v[j] - recalled);
    }
    for (int64_t j = 0; j < dv; ++j) o[j] = 0;
    for (int64_t i = 0; i < dk; ++i) {
      for (int64_t j = 0; j < dv; ++j) {
        double& m = head.m[i * dv + j];
        m = decay * m + k[i] * k_factor * d[static_cast<size_t>(j)];
        see(std::abs(m));
        o[j] += m * q[i] * q_factor;
      }
    }
    truth.query_size = std::max(truth.query_size, std::abs(q_factor) * std::sqrt(norm(q, dk)));
  }
}

// What rounding to a dtype may add: half a unit in the last place. Down to the smallest normal
// number that is a share of the number, and below it a constant. Rounding to float is part of
// kFloatError.
struct Rounding {
  double relative = 0;
  double absolute = 0;
};

Rounding rounding(at::ScalarType dtype) {
  if (dtype == at::kBFloat16) return {std::ldexp(1, -8), std::ldexp(1, -134)};
  if (dtype == at::kHalf) return {std::ldexp(1, -11), std::ldexp(1, -25)};
  return {};
}

double excess(const at::Tensor& a, const at::Tensor& b, double allowed, Rounding round) {
  if (a.numel() == 0) return 0;
  const at::Tensor x = doubles(a);
  const at::Tensor y = doubles(b);
  const at::Tensor off = (x - y).abs();
  // Adding the smallest normal float avoids 0 / 0.
  const at::Tensor bound = at::maximum(x.abs(), y.abs()) * round.relative +
                           (allowed + round.absolute + std::numeric_limits<float>::min());
  const at::Tensor same = x.eq(y).logical_or(x.isnan().logical_and(y.isnan()));
  const at::Tensor ratio = at::where(same, at::zeros_like(off), off / bound);
  return ratio.nan_to_num(INFINITY).max().item<double>();
}

double compare(const Result& a, const Result& b, const Truth& truth, double times) {
  const double state = times * kFloatError * truth.state_size;
  const Rounding one = rounding(a.o.scalar_type());
  return std::max(
      excess(a.o, b.o, state * truth.query_size, {times * one.relative, times * one.absolute}),
      excess(a.state, b.state, state, {}));
}

}  // namespace

Truth recurrence(const Inputs& inputs, const at::Tensor& initial, const Options& options) {
  const Inputs x = inputs.map(doubles);
  const int64_t tokens = x.q.size(1), key_heads = x.q.size(2), dk = x.q.size(3);
  const int64_t value_heads = x.v.size(2), dv = x.v.size(3);
  Truth truth;
  truth.o = at::zeros(x.v.sizes(), at::kDouble);
  truth.state = initial.defined() ? doubles(initial).clone()
                                  : at::zeros({x.q.size(0), value_heads, dk, dv}, at::kDouble);
  if (tokens == 0) return truth;  // without tokens there is no first element to point at
  const double scale = options.scale.value_or(1 / std::sqrt(static_cast<double>(dk)));
  const auto gate = [&](const at::Tensor& gates, int64_t b, int64_t h) -> const double* {
    return gates.defined() ? gates.const_data_ptr<double>() + b * tokens * value_heads + h
                           : nullptr;
  };
  for (int64_t b = 0; b < x.q.size(0); ++b) {
    for (int64_t h = 0; h < value_heads; ++h) {
      const int64_t key = (b * tokens * key_heads + h / (value_heads / key_heads)) * dk;
      const int64_t value = (b * tokens * value_heads + h) * dv;
      run({x.q.const_data_ptr<double>() + key, x.k.const_data_ptr<double>() + key,
           x.v.const_data_ptr<double>() + value, gate(x.g, b, h), gate(x.beta, b, h),
           key_heads * dk, value_heads * dv, value_heads,
           truth.o.mutable_data_ptr<double>() + value,
           truth.state.mutable_data_ptr<double>() + (b * value_heads + h) * dk * dv},
          tokens, dk, dv, scale, options.l2norm, truth);
    }
  }
  return truth;
}

double error(const Result& result, const Truth& truth) {
  return compare(result, {truth.o, truth.state}, truth, 1);
}

double difference(const Result& a, const Result& b, const Truth& truth) {
  return compare(a, b, truth, 2);
}

}  // namespace delta_rule
