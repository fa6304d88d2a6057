#include "backend/kernels/delta_rule/chunk.h"

#include <algorithm>

#include "backend/kernels/delta_rule/loops.h"

namespace npu::delta_rule {
namespace {

constexpr std::int64_t kCausalRows = 32;  // of a lower triangle at a time

std::int64_t scratch_floats(std::int64_t chunk, std::int64_t key_dim, std::int64_t value_dim) {
  return key_dim * value_dim + 3 * chunk * key_dim + 2 * chunk * chunk + 3 * chunk * value_dim +
         2 * chunk;
}

}  // namespace

ChunkedHead::ChunkedHead(const Problem& problem, const Inputs& inputs, std::int64_t chunk)
    : problem_(problem),
      inputs_(inputs),
      chunk_(chunk),
      key_dim_(padded(problem.key_dim)),
      value_dim_(padded(problem.value_dim)),
      decay_(chunk),
      scratch_(scratch_floats(padded(chunk), key_dim_, value_dim_)),
      state_(scratch_.matrix(key_dim_, value_dim_)),
      keys_(scratch_.matrix(2 * padded(chunk), key_dim_)),
      keys_t_(scratch_.matrix(key_dim_, chunk)),
      scores_(scratch_.matrix(2 * padded(chunk), chunk)),
      written_(scratch_.matrix(padded(chunk), value_dim_)),
      recalled_(scratch_.matrix(2 * padded(chunk), value_dim_)),
      g_(scratch_.row(chunk)),
      beta_(scratch_.row(chunk)) {
  // What pads keys and values stays zero from here on, so it adds nothing to any product.
  std::fill_n(keys_.data, 2 * padded(chunk) * keys_.stride, 0.0F);
  std::fill_n(written_.data, padded(chunk) * written_.stride, 0.0F);
}

void ChunkedHead::start(const Rows* initial, std::int64_t n, std::int64_t h) {
  std::fill_n(state_.data, key_dim_ * state_.stride, 0.0F);
  if (initial == nullptr) return;
  for (std::int64_t i = 0; i < problem_.key_dim; ++i)
    initial->read(n, h, i, problem_.value_dim, state_.row(i));
}

void ChunkedHead::finish(const Rows& final_state, std::int64_t n, std::int64_t h) const {
  for (std::int64_t i = 0; i < problem_.key_dim; ++i)
    final_state.write(n, h, i, problem_.value_dim, state_.row(i));
}

// What the next chunk reads and writes is asked for in parts while this one is worked on: at once
// it would be more than the memory can give in that time.
//
// Reads `count` tokens; the rows that pad them to a multiple of kTile are zero.
void ChunkedHead::load(std::int64_t b, std::int64_t t, std::int64_t h, std::int64_t count) {
  const std::int64_t rows = padded(count);
  for (std::int64_t i = 0; i < rows; ++i) {
    if (i < count) {
      inputs_.prefetch_key(b, t + i + chunk_, h);
      inputs_.key(b, t + i, h, keys_.row(i));
      inputs_.query(b, t + i, h, keys_.row(rows + i));
      inputs_.value(b, t + i, h, written_.row(i));
    } else {
      std::fill_n(keys_.row(i), key_dim_, 0.0F);
      std::fill_n(keys_.row(rows + i), key_dim_, 0.0F);
      std::fill_n(written_.row(i), value_dim_, 0.0F);
    }
  }
  inputs_.gates(b, t, h, count, g_, beta_);
  decay_.set(g_, count);
}

// Turns K K^T into minus the strictly lower part of the system and Q K^T into the weights of r.
// Both have zeros elsewhere by assignment: a product with 0 would keep what is not a number.
void ChunkedHead::weigh_scores(std::int64_t b, std::int64_t t, std::int64_t h, std::int64_t count) {
  const std::int64_t rows = padded(count);
  for (std::int64_t i = 0; i < rows; ++i) {
    float* const system = scores_.row(i);
    float* const weights = scores_.row(rows + i);
    const bool is_token = i < count;
    if (is_token) {
      inputs_.prefetch_query(b, t + i + chunk_, h);
      multiply(system, decay_.between(i), -beta_[i], i);
      multiply(weights, decay_.between(i), 1, i + 1);
    }
    std::fill(system + (is_token ? i : 0), system + rows, 0.0F);
    std::fill(weights + (is_token ? i + 1 : 0), weights + rows, 0.0F);
  }
}

void ChunkedHead::solve(std::int64_t rows) {
  for (std::int64_t i = 0; i < rows; i += kTile) {
    const Matrix block = written_.rows(i);
    if (i > 0) gemm(kTile, value_dim_, i, scores_.rows(i), written_, block, Result::kAddedTo);
    forward_substitute({scores_.row(i) + i, scores_.stride}, block, value_dim_);
  }
}

void ChunkedHead::advance_state(std::int64_t count) {
  const float decay = decay_.whole();
  for (std::int64_t i = 0; i < key_dim_; ++i) scale(state_.row(i), decay, value_dim_);
  for (std::int64_t j = 0; j < count; ++j) scale(written_.row(j), decay_.until_end(j), value_dim_);
  gemm(key_dim_, value_dim_, padded(count), keys_t_, written_, state_, Result::kAddedTo);
}

void ChunkedHead::run(const Sequence& sequence, std::int64_t h, const Rows& out) {
  for (std::int64_t t = sequence.begin; t < sequence.end; t += chunk_) {
    const std::int64_t count = std::min(chunk_, sequence.end - t);
    const std::int64_t rows = padded(count);
    load(sequence.batch, t, h, count);
    transpose(keys_, keys_t_, rows, key_dim_);
    for (std::int64_t i = 0; i < rows; i += kCausalRows) {
      const std::int64_t n = std::min(kCausalRows, rows - i);
      for (const std::int64_t row : {i, rows + i})
        gemm(n, i + n, key_dim_, keys_.rows(row), keys_t_, scores_.rows(row), Result::kOverwritten);
    }
    weigh_scores(sequence.batch, t, h, count);
    gemm(2 * rows, value_dim_, key_dim_, keys_, state_, recalled_, Result::kOverwritten);
    const Matrix outputs = recalled_.rows(rows);
    for (std::int64_t i = 0; i < count; ++i) {
      inputs_.prefetch_value(sequence.batch, t + i + chunk_, h);
      subtract_recalled(written_.row(i), recalled_.row(i), beta_[i], decay_.since_start(i),
                        value_dim_);
      scale(outputs.row(i), decay_.since_start(i), value_dim_);
    }
    solve(rows);
    for (std::int64_t i = 0; i < rows; i += kCausalRows) {
      const std::int64_t n = std::min(kCausalRows, rows - i);
      gemm(n, value_dim_, i + n, scores_.rows(rows + i), written_, outputs.rows(i),
           Result::kAddedTo);
    }
    for (std::int64_t i = 0; i < count; ++i) {
      out.prefetch(sequence.batch, t + i + chunk_, h, problem_.value_dim);
      out.write(sequence.batch, t + i, h, problem_.value_dim, outputs.row(i));
    }
    advance_state(count);
  }
}

}  // namespace npu::delta_rule
