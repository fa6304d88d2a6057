#include "properties/arbitrary_program.h"

#include <limits>
#include <ostream>

#include "viewfuzz/generate/repair.h"
#include "viewfuzz/reduce/passes.h"
#include "viewfuzz/text/cost.h"
#include "viewfuzz/text/text.h"

namespace viewfuzz {
namespace {

/// All valid programs that are simpler by one change of the reducer, boldest first.
std::vector<Program> simplerPrograms(const Program& program) {
  std::vector<Program> simpler;
  const Cost cost = costOf(program);
  for (const Pass& pass : passes()) {
    pass.propose(program, [&](Program candidate) {
      candidate = repair(std::move(candidate));
      if (costOf(candidate) < cost) simpler.push_back(std::move(candidate));
      return false;
    });
  }
  return simpler;
}

}  // namespace

const Generator& propertyGenerator() {
  // Tensors have no thousands of elements: a list of as many indices takes a reducer minutes, and
  // shows nothing more.
  static const Profile small = [] {
    Profile profile = profiles().front();
    profile.shapes.huge_in = std::numeric_limits<uint32_t>::max();
    return profile;
  }();
  static const Generator generator(small);
  return generator;
}

void showValue(const Program& program, std::ostream& os) { os << "\n" << print(program); }

}  // namespace viewfuzz

namespace rc {

Gen<viewfuzz::Program> Arbitrary<viewfuzz::Program>::arbitrary() {
  return [](const Random& random, int) {
    viewfuzz::RandomChoices choices(random);
    return shrinkable::shrinkRecur(viewfuzz::propertyGenerator().generate(choices),
                                   [](const viewfuzz::Program& program) {
                                     return seq::fromContainer(viewfuzz::simplerPrograms(program));
                                   });
  };
}

}  // namespace rc
