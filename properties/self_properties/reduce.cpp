#include "properties/arbitrary_program.h"
#include "properties/check.h"
#include "viewfuzz/generate/repair.h"
#include "viewfuzz/program/op.h"
#include "viewfuzz/reduce/minimality.h"
#include "viewfuzz/text/cost.h"

namespace viewfuzz {
namespace {

/// A failure that needs no device: by the layouts, some write goes through a view with a gap.
bool writesThroughAGap(const Program& program) {
  LayoutState state;
  for (const auto& statement : program.statements) {
    const auto* call = std::get_if<Call>(&statement.what);
    for (const int id : call ? destinations(*call) : std::vector<int>{}) {
      const Layout& dest = state.at(id);
      if (numel(dest) > 1 && !isNonOverlappingAndDense(dest)) return true;
    }
    step(state, statement);
  }
  return false;
}

}  // namespace

VIEWFUZZ_PROPERTY(Reduce, everyStepFailsTheSameAndIsSimpler, const Program& program) {
  RC_PRE(writesThroughAGap(program));
  Cost last = costOf(program);
  const Reduction reduction = reduce(program, [&](const Program& candidate) {
    const bool fails = writesThroughAGap(candidate);
    if (fails) {
      // The reducer takes each program that is simpler and fails, and no other.
      RC_ASSERT(costOf(candidate) < last);
      RC_ASSERT(isValid(candidate));
      last = costOf(candidate);
    }
    return fails;
  });
  RC_ASSERT(reduction.effort.cut == Cut::none);
  RC_ASSERT(writesThroughAGap(reduction.program));
  RC_ASSERT(costOf(reduction.program) == last || reduction.program == program);
}

VIEWFUZZ_PROPERTY(Reduce, theResultIsOneMinimal, const Program& program) {
  RC_PRE(writesThroughAGap(program));
  const Reduction reduction = reduce(program, writesThroughAGap);
  Spending spending({});
  RC_ASSERT(isOneMinimal(reduction.program, writesThroughAGap, spending));
}

VIEWFUZZ_PROPERTY(Reduce, isDeterministic, const Program& program) {
  RC_PRE(writesThroughAGap(program));
  const Reduction one = reduce(program, writesThroughAGap);
  const Reduction other = reduce(program, writesThroughAGap);
  RC_ASSERT(one.program == other.program);
  RC_ASSERT(one.effort.runs == other.effort.runs);
}

}  // namespace viewfuzz
