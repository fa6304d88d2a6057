// Ops whose results lie in new storage, or are their operand.

#include "viewfuzz/program/ops/arguments.h"
#include "viewfuzz/program/ops/ops.h"

namespace viewfuzz {
namespace {

// ---- contiguous(self)

Outcome contiguousRule(const LayoutState& state, const Call& call) {
  if (!shaped<TensorRef>(call)) return Outcome::dontKnow();
  Layout layout = self(state, call);
  if (isContiguous(layout)) return Outcome::one(layout);
  layout.strides = contiguousStrides(view(layout.sizes));
  return Outcome::one(inNewStorage(layout));
}

}  // namespace

std::vector<Op> reads() {
  return {
      {"aten.contiguous", Kind::view, contiguousRule, anySelfDraw, nothingToMend,
       "{0}.contiguous()"},
  };
}

}  // namespace viewfuzz
