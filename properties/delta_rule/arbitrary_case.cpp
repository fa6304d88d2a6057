#include "properties/delta_rule/arbitrary_case.h"

#include <ostream>

namespace delta_rule {

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
