#pragma once
/// @file
/// The tokens of a call as a kernel wants them: floats, normalised, scaled.
#include "backend/kernels/delta_rule/problem.h"
#include "backend/kernels/delta_rule/rows.h"

namespace npu::delta_rule {

/// Token t of row b of the batch for value head h, whatever strides and dtypes the tensors have.
class Inputs {
 public:
  Inputs(const Arguments& arguments, const Problem& problem)
      : problem_(problem),
        q_(arguments.q),
        k_(arguments.k),
        v_(arguments.v),
        g_(rows_of(arguments.g)),
        beta_(rows_of(arguments.beta)) {}

  void key(std::int64_t b, std::int64_t t, std::int64_t h, float* to) const {
    vector(k_, b, t, h, 1, to);
  }
  void query(std::int64_t b, std::int64_t t, std::int64_t h, float* to) const {
    vector(q_, b, t, h, static_cast<float>(problem_.scale), to);
  }
  void value(std::int64_t b, std::int64_t t, std::int64_t h, float* to) const {
    v_.read(b, t, h, problem_.value_dim, to);
  }

  /// Ask for what will be read soon: the next token lies a stride away, where the processor does
  /// not look by itself.
  void prefetch_key(std::int64_t b, std::int64_t t, std::int64_t h) const {
    k_.prefetch(b, t, problem_.key_head(h), problem_.key_dim);
  }
  void prefetch_query(std::int64_t b, std::int64_t t, std::int64_t h) const {
    q_.prefetch(b, t, problem_.key_head(h), problem_.key_dim);
  }
  void prefetch_value(std::int64_t b, std::int64_t t, std::int64_t h) const {
    v_.prefetch(b, t, h, problem_.value_dim);
  }

  /// The gates of `count` tokens from t on: g, the logarithm of the decay, and beta.
  void gates(std::int64_t b, std::int64_t t, std::int64_t h, std::int64_t count, float* g,
             float* beta) const;

 private:
  static std::optional<Rows> rows_of(const std::optional<at::Tensor>& tensor) {
    return tensor ? std::optional<Rows>(*tensor) : std::nullopt;
  }
  void vector(const Rows& rows, std::int64_t b, std::int64_t t, std::int64_t h, float factor,
              float* to) const;

  const Problem& problem_;
  Rows q_, k_, v_;
  std::optional<Rows> g_, beta_;
};

}  // namespace npu::delta_rule
