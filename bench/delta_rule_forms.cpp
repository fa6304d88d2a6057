#include "bench/delta_rule_forms.h"

#include <cmath>

namespace bench {
namespace {

at::Tensor normalised(const at::Tensor& x) { return x * (x.square().sum(-1, true) + 1e-6).rsqrt(); }

// [B, S, H, ...] as [B, H, chunks, chunk, ...], padded with zeros.
at::Tensor cut(const at::Tensor& x, std::int64_t chunk) {
  const std::int64_t missing = (chunk - x.size(1) % chunk) % chunk;
  std::vector<std::int64_t> padding(static_cast<std::size_t>(2 * (x.dim() - 1)), 0);
  padding.back() = missing;
  const at::Tensor padded = at::constant_pad_nd(x, padding).transpose(1, 2).contiguous();
  std::vector<std::int64_t> sizes = padded.sizes().vec();
  sizes[2] /= chunk;
  sizes.insert(sizes.begin() + 3, chunk);
  return padded.view(sizes);
}

// (I + lower)^-1 for strictly lower matrices, computed row by row in place.
at::Tensor inverse_by_rows(const at::Tensor& lower) {
  const at::Tensor a = lower.neg();
  const std::int64_t n = a.size(-1);
  for (std::int64_t i = 1; i < n; ++i) {
    const at::Tensor target = a.select(-2, i).slice(-1, 0, i);
    const at::Tensor row = target.clone();
    const at::Tensor above = a.slice(-2, 0, i).slice(-1, 0, i).clone();
    target.copy_(row + (row.unsqueeze(-1) * above).sum(-2));
  }
  return a + at::eye(n, a.options());
}

}  // namespace

delta_rule::Result spelled_out(const delta_rule::Inputs& inputs, std::int64_t chunk, Form form) {
  const std::int64_t tokens = inputs.q.size(1);
  const double scale = 1 / std::sqrt(static_cast<double>(inputs.q.size(3)));
  const at::Tensor q = cut(normalised(inputs.q) * scale, chunk);
  const at::Tensor k = cut(normalised(inputs.k), chunk);
  const at::Tensor v = cut(inputs.v, chunk);
  const at::Tensor beta = cut(inputs.beta, chunk).unsqueeze(-1);
  const at::Tensor g = cut(inputs.g, chunk).cumsum(-1);
  const at::Tensor between =
      (g.unsqueeze(-1) - g.unsqueeze(-2))
          .masked_fill(at::ones({chunk, chunk}, at::kBool).triu(1), -INFINITY)
          .exp();
  const at::Tensor since_start = g.exp().unsqueeze(-1);
  const at::Tensor until_end = (g.slice(-1, chunk - 1) - g).exp().unsqueeze(-1);
  const at::Tensor lower = (at::matmul(k * beta, k.transpose(-1, -2)) * between).tril(-1);
  const at::Tensor right_u = v * beta;
  const at::Tensor right_w = k * beta * since_start;
  at::Tensor u;
  at::Tensor w;
  if (form == Form::kTriangularSolve) {
    u = at::linalg_solve_triangular(lower, right_u, /*upper=*/false, /*left=*/true,
                                    /*unitriangular=*/true);
    w = at::linalg_solve_triangular(lower, right_w, false, true, true);
  } else {
    const at::Tensor inverse = inverse_by_rows(lower);
    u = at::matmul(inverse, right_u);
    w = at::matmul(inverse, right_w);
  }
  const at::Tensor weights = at::matmul(q, k.transpose(-1, -2)) * between;
  at::Tensor m = at::zeros({v.size(0), v.size(1), k.size(-1), v.size(-1)}, v.options());
  const at::Tensor o = at::empty_like(v);
  for (std::int64_t c = 0; c < v.size(2); ++c) {
    const auto at_chunk = [&](const at::Tensor& x) { return x.select(2, c); };
    const at::Tensor r = at_chunk(u) - at::matmul(at_chunk(w), m);
    o.select(2, c).copy_(at::matmul(at_chunk(q) * at_chunk(since_start), m) +
                         at::matmul(at_chunk(weights), r));
    m = m * at_chunk(since_start).slice(-2, chunk - 1) +
        at::matmul((at_chunk(k) * at_chunk(until_end)).transpose(-1, -2), r);
  }
  return {o.flatten(2, 3).slice(2, 0, tokens).transpose(1, 2), m};
}

}  // namespace bench
