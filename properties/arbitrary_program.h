#pragma once

#include <rapidcheck.h>

#include <algorithm>
#include <iosfwd>

#include "viewfuzz/generate/generate.h"

namespace viewfuzz {

/// Makes the choices of the generator from the random bits of RapidCheck.
class RandomChoices final : public Choices {
 public:
  explicit RandomChoices(const rc::Random& random) : random_(random) {}
  uint64_t below(uint64_t bound) override { return random_.next() % bound; }

 private:
  rc::Random random_;
};

/// A number at most `reach` away from `value`. No `value` makes it overflow.
inline int64_t nearby(int64_t value, int64_t reach, Choices& choices) {
  return std::clamp(value, -kMaxStride, kMaxStride) + choices.between(-reach, reach);
}

/// The generator that all properties draw from.
const Generator& propertyGenerator();

/// Prints a program in the output of RapidCheck.
void showValue(const Program& program, std::ostream& os);

}  // namespace viewfuzz

namespace rc {

/// A valid program. It shrinks by the passes of viewfuzz's own reducer, so each candidate is a
/// valid, simpler program. The generic shrinking of RapidCheck removes statements well, but
/// simplifies their arguments badly.
template <>
struct Arbitrary<viewfuzz::Program> {
  static Gen<viewfuzz::Program> arbitrary();
};

}  // namespace rc
