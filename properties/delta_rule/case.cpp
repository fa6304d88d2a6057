#include "properties/delta_rule/case.h"

#include <ATen/CPUGeneratorImpl.h>

#include <ostream>

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
  // Every third gate or so forgets: some as minus infinity, some as a finite number.
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
  // A key with beta |k|^2 > 2 makes the rule itself diverge.
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

void showValue(const Case& c, std::ostream& os) {
  os << "B=" << c.batch << " S=" << c.tokens() << " Hk=" << c.key_heads << " Hv=" << c.value_heads()
     << " Dk=" << c.key_dim << " Dv=" << c.value_dim << " chunk=" << c.chunk
     << " keys=" << static_cast<int>(c.keys) << " decay=" << static_cast<int>(c.decay)
     << " beta=" << static_cast<int>(c.beta) << " l2norm=" << c.l2norm << " state=" << c.with_state
     << " dtype=" << c.dtype << " seed=" << c.seed;
}

}  // namespace delta_rule

rc::Gen<delta_rule::Case> rc::Arbitrary<delta_rule::Case>::arbitrary() {
  using delta_rule::Beta;
  using delta_rule::Case;
  using delta_rule::Keys;
  using D = delta_rule::Decay;
  const auto dim = gen::oneOf(gen::inRange<int64_t>(1, 21), gen::element<int64_t>(16, 32, 33, 64));
  return gen::build<Case>(
      gen::set(&Case::batch, gen::inRange<int64_t>(0, 3)),
      gen::set(&Case::chunk, gen::element<int64_t>(1, 2, 4, 7, 16, 20, 32, 33, 64)),
      gen::set(&Case::whole_chunks, gen::inRange<int64_t>(0, 3)),
      gen::set(&Case::rest, gen::inRange<int64_t>(-1, 6)),
      gen::set(&Case::key_heads, gen::inRange<int64_t>(1, 3)),
      gen::set(&Case::group, gen::inRange<int64_t>(1, 5)), gen::set(&Case::key_dim, dim),
      gen::set(&Case::value_dim, dim),
      gen::set(&Case::keys, gen::element(Keys::random, Keys::alike, Keys::positive)),
      gen::set(&Case::decay, gen::element(D::none, D::zero, D::weak, D::strong, D::forgetting)),
      gen::set(&Case::beta, gen::element(Beta::none, Beta::any, Beta::nearOne)),
      gen::set(&Case::l2norm), gen::set(&Case::with_state),
      gen::set(&Case::dtype, gen::element(at::kFloat, at::kBFloat16, at::kHalf)),
      gen::set(&Case::seed));
}
