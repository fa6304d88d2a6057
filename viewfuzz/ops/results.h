#pragma once

#include <span>
#include <vector>

#include "viewfuzz/layout/movement.h"
#include "viewfuzz/ops/elementwise.h"

namespace viewfuzz {

// Where results lie: in a new tensor, or in one that the caller gives (`out=`).

/// The byte strides of a tensor that is broadcast to `sizes`.
Dims broadcastByteStrides(const Layout& layout, DimsView sizes);

/// A copy that keeps the order of the dims, as `clone()` makes it.
Layout cloned(const Layout& layout);

/// A new contiguous tensor.
Layout contiguousLayout(Dims sizes, Dtype dtype);

/// The result of an elementwise op on operands that broadcast to `sizes`.
Layout elementwiseLayout(const Dims& sizes, Dtype dtype, const std::vector<Layout>& operands);

/// The outcome of an op that writes its result to the tensor `out`. If `out` has other sizes, ATen
/// resizes it, and it gets the strides of a new tensor. The op reads `operands` meanwhile, so `out`
/// must not overlap them.
Outcome intoOut(const LayoutState& state, int out, const Layout& result,
                std::span<const int> operands, Sharing sharing);

/// Draws a tensor for `out=`: mostly one of the right sizes, sometimes one that ATen has to resize.
int drawOut(Draft& draft, const Layout& result, std::span<const int> operands);

/// Turns the rule of an op into that of its `out=` form, whose last argument is named `out`.
Outcome outRule(const LayoutState& state, const Call& call,
                Outcome (*rule)(const LayoutState&, const Call&));
/// Turns the draw of an op into that of its `out=` form.
bool outDraw(Draft& draft, Call& call, Outcome (*rule)(const LayoutState&, const Call&),
             bool (*draw)(Draft&, Call&));

/// The `out=` form of an op whose result must not share memory with its operands.
template <auto Rule>
Outcome outRuleOf(const LayoutState& state, const Call& call) {
  return outRule(state, call, Rule);
}
template <auto Rule, auto Draw>
bool outDrawOf(Draft& draft, Call& call) {
  return outDraw(draft, call, Rule, Draw);
}
template <auto Mend>
void outMendOf(const LayoutState& state, Call& call) {
  if (call.args.empty() || call.args.back().name != "out") return;
  const Argument out = call.args.back();
  call.args.pop_back();
  Mend(state, call);
  call.args.push_back(out);
}

}  // namespace viewfuzz
