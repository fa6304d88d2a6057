#include "viewfuzz/models/fused_rule/case.h"

#include <ATen/CPUGeneratorImpl.h>

#include <numeric>

namespace delta_rule {
namespace {

at::Tensor gates(const Case& c, at::Generator& generator) {
  const at::Tensor uniform =
      at::rand({c.batch, c.tokens(), c.value_heads()}, generator, at::TensorOptions());
  switch (c.decay) {
    case Decay::none:
      return {};
    case Decay::zero:
      return at::zeros_like(uniform);
    case Decay::weak:
      return uniform * -0.02;
    case Decay::strong:
      return uniform * -10;
    default:
      break;
  }
  // About every third gate forgets the state: some are minus infinity, some a finite number.
  const at::Tensor deep =
      at::where(uniform.lt(0.1), at::full_like(uniform, -INFINITY), at::full_like(uniform, -1e4));
  return at::where(uniform.lt(0.3), deep, uniform * -0.1);
}

at::Tensor keys(const Case& c, at::Generator& generator) {
  at::Tensor k =
      at::randn({c.batch, c.tokens(), c.key_heads, c.key_dim}, generator, at::TensorOptions());
  if (c.keys == Keys::alike)
    k = k * 0.5 + at::randn({c.key_heads, c.key_dim}, generator, at::TensorOptions());
  if (c.keys == Keys::positive) k = at::silu(k * 3);
  // With beta |k|^2 > 2 the rule itself diverges.
  return c.l2norm ? k : k / k.norm(2, {-1}, true).clamp_min(1);
}

}  // namespace

Tensors tensors(const Case& c) {
  at::Generator generator = at::detail::createCPUGenerator(c.seed);
  const auto normal = [&](at::IntArrayRef sizes) {
    return at::randn(sizes, generator, at::TensorOptions());
  };
  Tensors made;
  Inputs& in = made.inputs;
  in.q = normal({c.batch, c.tokens(), c.key_heads, c.key_dim}).to(c.dtype);
  in.k = keys(c, generator).to(c.dtype);
  in.v = normal({c.batch, c.tokens(), c.value_heads(), c.value_dim}).to(c.dtype);
  in.g = gates(c, generator);
  const at::Tensor beta =
      at::rand({c.batch, c.tokens(), c.value_heads()}, generator, at::TensorOptions());
  if (c.beta == Beta::any) in.beta = beta.to(c.dtype);
  if (c.beta == Beta::nearOne) in.beta = (1 - beta * 0.05).to(c.dtype);
  if (c.with_state) made.initial = normal({c.batch, c.value_heads(), c.key_dim, c.value_dim});
  return made;
}

at::Tensor startOf(const Case& c, const Tensors& tensors) {
  return tensors.initial.defined() ? tensors.initial.clone()
                                   : at::zeros({c.batch, c.value_heads(), c.key_dim, c.value_dim});
}

at::Tensor laidOut(const at::Tensor& x, uint64_t order, at::Device device) {
  std::vector<int64_t> dims(static_cast<size_t>(x.dim()));
  std::iota(dims.begin(), dims.end(), 0);
  for (size_t i = dims.size(); i > 1; --i) {
    std::swap(dims[i - 1], dims[order % i]);
    order /= i;
  }
  std::vector<int64_t> back(dims.size());
  for (size_t i = 0; i < dims.size(); ++i)
    back[static_cast<size_t>(dims[i])] = static_cast<int64_t>(i);
  const at::Tensor permuted = x.permute(dims).contiguous();
  const at::Tensor gaps = at::full_like(permuted, NAN);
  const at::Tensor base = at::stack({gaps, permuted, gaps}, permuted.dim()).to(device);
  return base.select(permuted.dim(), 1).permute(back);
}

}  // namespace delta_rule
