#pragma once

#include <rapidcheck.h>

#include <algorithm>
#include <iosfwd>

#include "viewfuzz/generate/generate.h"

namespace viewfuzz {

/// RapidCheck's random bits as the choices of the generator.
class RandomChoices final : public Choices {
 public:
  explicit RandomChoices(const rc::Random& random) : random_(random) {}
  uint64_t below(uint64_t bound) override { return random_.next() % bound; }

 private:
  rc::Random random_;
};

/// A number at most `reach` from `value`, which may be the largest there is.
inline int64_t nearby(int64_t value, int64_t reach, Choices& choices) {
  return std::clamp(value, -kMaxStride, kMaxStride) + choices.between(-reach, reach);
}

/// The generator that all properties draw from.
const Generator& propertyGenerator();

/// Names a program in the output of RapidCheck.
void showValue(const Program& program, std::ostream& os);

}  // namespace viewfuzz

namespace rc {

/// A valid program. It shrinks by the steps of viewfuzz's own reducer, each of which gives a valid,
/// simpler program: RapidCheck's generic shrinking deletes well and normalises badly.
template <>
struct Arbitrary<viewfuzz::Program> {
  static Gen<viewfuzz::Program> arbitrary();
};

}  // namespace rc
