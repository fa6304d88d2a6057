#include "viewfuzz/models/delta_rule.h"

#include <cmath>

#include "viewfuzz/models/calls.h"
#include "viewfuzz/ops/results.h"

namespace viewfuzz::models {
namespace {

/// x / sqrt(sum of squares + 1e-6), over the last dim.
TensorRef unit(Builder& b, TensorRef x) {
  return mul(b, x, unary(b, "aten.rsqrt", plus(b, sum(b, mul(b, x, x), -1, true), 1e-6)));
}

/// The inputs with the heads in front [B, H, S, …], in float32. Each value head has a query and a
/// key of its own.
struct Heads {
  TensorRef q, k, v, g, beta;
  int64_t batch, heads, tokens, key_dim, value_dim;
};

Heads headsFirst(Builder& b, const DeltaInputs& inputs, bool l2norm) {
  const int64_t heads = b.size(inputs.v, 2);
  const int64_t groups = heads / b.size(inputs.q, 2);
  const auto first = [&](TensorRef x) { return transpose(b, to(b, x, Dtype::Float), 1, 2); };
  const auto key = [&](TensorRef x) {
    const TensorRef full = repeatHeads(b, to(b, x, Dtype::Float), 2, groups);
    return transpose(b, l2norm ? unit(b, full) : full, 1, 2);
  };
  Heads h{};
  h.batch = b.size(inputs.q, 0);
  h.tokens = b.size(inputs.q, 1);
  h.heads = heads;
  h.key_dim = b.size(inputs.q, 3);
  h.value_dim = b.size(inputs.v, 3);
  h.q = times(b, key(inputs.q), 1 / std::sqrt(static_cast<double>(h.key_dim)));
  b.label("q");
  h.k = b.label("k", key(inputs.k));
  h.v = first(inputs.v);
  h.g = first(inputs.g);
  h.beta = first(inputs.beta);
  return h;
}

TensorRef initialState(Builder& b, const DeltaInputs& inputs, const Heads& h) {
  if (inputs.state) return *inputs.state;
  return b.source({h.batch, h.heads, h.key_dim, h.value_dim}, Dtype::Float,
                  {Fill::Kind::zeros, 0, {}});
}

/// Turns [B, H, S, D] into [B, S, H, D], in the dtype of the inputs.
TensorRef asTokens(Builder& b, TensorRef out, Dtype dtype) {
  return b.label("out", to(b, transpose(b, out, 1, 2), dtype));
}

DeltaResult recurrent(Builder& b, const DeltaInputs& inputs, bool l2norm) {
  const Heads h = headsFirst(b, inputs, l2norm);
  TensorRef state = initialState(b, inputs, h);
  const TensorRef out =
      b.source({h.batch, h.heads, h.tokens, h.value_dim}, Dtype::Float, {Fill::Kind::zeros, 0, {}});
  const auto column = [&](TensorRef x) { return unsqueeze(b, x, -1); };
  for (int64_t t = 0; t < h.tokens; ++t) {
    const auto scope = b.repeated("token", t, h.tokens);
    const auto at = [&](TensorRef x) { return select(b, x, 2, t); };
    state = mul(b, state, column(column(unary(b, "aten.exp", at(h.g)))));
    const TensorRef k = column(at(h.k));
    const TensorRef seen = sum(b, mul(b, state, k), -2, false);
    const TensorRef wrong = sub(b, at(h.v), seen);
    const TensorRef delta = mul(b, wrong, column(at(h.beta)));
    b.label("delta");
    state = b.label("state", add(b, state, mul(b, k, unsqueeze(b, delta, -2))));
    const TensorRef read = sum(b, mul(b, state, column(at(h.q))), -2, false);
    copyInto(b, at(out), read);
    b.label("out");
  }
  return {asTokens(b, out, b.dtype(inputs.q)), state};
}

/// The lower triangle and the diagonal of e^{G_i - G_j}. The exponential of the upper triangle
/// would overflow, so it is cut off before.
TensorRef pairwiseDecay(Builder& b, TensorRef cumulated) {
  const TensorRef from = unsqueeze(b, cumulated, -1);
  const TensorRef difference = sub(b, from, unsqueeze(b, cumulated, -2));
  const TensorRef lower = b.call("aten.tril", {difference, int64_t{0}}, b.layout(difference).sizes);
  const TensorRef decay = unary(b, "aten.exp", lower);
  return b.call("aten.tril", {decay, int64_t{0}}, b.layout(decay).sizes);
}

/// (I + strictly lower part of `system`)^{-1}, in place: row i is computed from the rows above it.
TensorRef inverseByRows(Builder& b, TensorRef system) {
  const int64_t chunk = b.size(system, -1);
  const TensorRef inverse =
      unary(b, "aten.neg", b.call("aten.tril", {system, int64_t{-1}}, b.layout(system).sizes));
  for (int64_t i = 1; i < chunk; ++i) {
    const auto scope = b.repeated("row", i, chunk);
    const TensorRef row = clone(b, slice(b, select(b, inverse, -2, i), -1, 0, i));
    const TensorRef above = clone(b, slice(b, slice(b, inverse, -2, 0, i), -1, 0, i));
    const TensorRef corrected =
        add(b, row, sum(b, mul(b, unsqueeze(b, row, -1), above), -2, false));
    b.label("corrected");
    copyInto(b, slice(b, select(b, inverse, -2, i), -1, 0, i), corrected);
    b.label("written");
  }
  // Ones that lie chunk + 1 elements apart form the diagonal.
  std::vector<int64_t> ones(static_cast<size_t>(chunk) + 1, 0);
  ones[0] = 1;
  const TensorRef eye = b.source({chunk, chunk}, Dtype::Float, {Fill::Kind::list, 0, ones});
  return b.label("inverse", add(b, inverse, eye));
}

/// Solves the triangular `system` for `right`. The result is column-major, as ATen's is.
TensorRef solved(Builder& b, TensorRef system, TensorRef right) {
  const Dims sizes = b.layout(right).sizes;
  Dims swapped = sizes;
  std::swap(swapped[swapped.size() - 1], swapped[swapped.size() - 2]);
  Layout layout = contiguousLayout(swapped, Dtype::Float);
  layout.sizes = sizes;
  std::swap(layout.strides[sizes.size() - 1], layout.strides[sizes.size() - 2]);
  return b.replay("aten.linalg_solve_triangular", {system, right}, std::move(layout),
                  {{"upper", false}, {"unitriangular", true}});
}

/// What both methods by chunks compute first. u and w solve the triangular system.
struct Chunks {
  TensorRef q, k, cumulated, u, w, intra;  // [B, H, chunks, C, …]
  int64_t count;
};

Chunks intoChunks(Builder& b, const Heads& h, Form form, int64_t chunk) {
  const int64_t behind = (chunk - h.tokens % chunk) % chunk;
  Chunks c{};
  c.count = (h.tokens + behind) / chunk;
  const auto cut = [&](TensorRef x, int64_t dim) {
    Dims sizes = {h.batch, h.heads, c.count, chunk};
    if (dim > 0) sizes.push_back(dim);
    return reshape(b, pad(b, x, dim > 0 ? 2 : 1, 0, behind), sizes);
  };
  c.q = cut(h.q, h.key_dim);
  c.k = cut(h.k, h.key_dim);
  const TensorRef v = cut(h.v, h.value_dim);
  const TensorRef g = cut(h.g, 0);
  const TensorRef beta = unsqueeze(b, cut(h.beta, 0), -1);
  c.cumulated = b.call("aten.cumsum", {g, int64_t{-1}}, b.layout(g).sizes);
  b.label("cum_decay");
  const TensorRef decay = b.label("pairwise_decay", pairwiseDecay(b, c.cumulated));
  const TensorRef keys_transposed = transpose(b, c.k, -1, -2);
  const TensorRef weighted = mul(b, c.k, beta);
  const TensorRef system = b.label("system", mul(b, matmul(b, weighted, keys_transposed), decay));
  const TensorRef values = mul(b, v, beta);
  const TensorRef keys = mul(b, weighted, unsqueeze(b, unary(b, "aten.exp", c.cumulated), -1));
  if (form == Form::rows) {
    const TensorRef inverse = inverseByRows(b, system);
    b.output("inverse", inverse);
    c.u = b.label("u", matmul(b, inverse, values));
    c.w = b.label("w", matmul(b, inverse, keys));
  } else {
    c.u = b.label("u", solved(b, system, values));
    c.w = b.label("w", solved(b, system, keys));
  }
  c.intra = b.label("intra", mul(b, matmul(b, c.q, keys_transposed), decay));
  b.output("cum_decay", c.cumulated);
  b.output("pairwise_decay", decay);
  b.output("ut_system", system);
  b.output("u", c.u);
  b.output("w", c.w);
  b.output("intra", c.intra);
  return c;
}

DeltaResult chunked(Builder& b, const DeltaInputs& inputs, Form form, int64_t chunk, bool l2norm) {
  const Heads h = headsFirst(b, inputs, l2norm);
  const Chunks c = intoChunks(b, h, form, chunk);
  TensorRef state = initialState(b, inputs, h);
  const TensorRef out = b.replay("aten.zeros_like", {c.u}, cloned(b.layout(c.u)));
  for (int64_t i = 0; i < c.count; ++i) {
    const auto scope = b.repeated("chunk", i, c.count);
    const auto at = [&](TensorRef x) { return select(b, x, 2, i); };
    const TensorRef decay = at(c.cumulated);
    const TensorRef values = at(c.u);
    const TensorRef rest = b.label("new_values", sub(b, values, matmul(b, at(c.w), state)));
    const TensorRef queries = at(c.q);
    const TensorRef faded = mul(b, queries, unsqueeze(b, unary(b, "aten.exp", decay), -1));
    const TensorRef inter = matmul(b, faded, state);
    const TensorRef both = add(b, inter, matmul(b, at(c.intra), rest));
    copyInto(b, at(out), both);
    b.label("out");
    const TensorRef last = slice(b, decay, -1, chunk - 1, chunk);
    const TensorRef fading = unary(b, "aten.exp", sub(b, last, decay));
    const TensorRef weights = unsqueeze(b, fading, -1);
    const TensorRef keys = transpose(b, mul(b, at(c.k), weights), -1, -2);
    const TensorRef kept = mul(b, state, unsqueeze(b, unary(b, "aten.exp", last), -1));
    const TensorRef added = matmul(b, keys, rest);
    state = b.label("state", add(b, kept, added));
  }
  const TensorRef tokens =
      slice(b, reshape(b, out, {h.batch, h.heads, c.count * chunk, h.value_dim}), 2, 0, h.tokens);
  return {asTokens(b, tokens, b.dtype(inputs.q)), state};
}

}  // namespace

DeltaResult deltaRule(Builder& b, const DeltaInputs& inputs, Form form, int64_t chunk,
                      bool l2norm) {
  const auto scope = b.part("rule");
  return form == Form::recurrent ? recurrent(b, inputs, l2norm)
                                 : chunked(b, inputs, form, chunk, l2norm);
}

}  // namespace viewfuzz::models
