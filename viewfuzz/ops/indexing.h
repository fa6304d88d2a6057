#pragma once

#include "viewfuzz/ops/results.h"

namespace viewfuzz {

// What ops with index tensors have in common.

/// Draws an int64 tensor of these sizes with indices into a dim of `size` elements: along `along`
/// no index comes twice, as far as there are enough. Mostly a window, so that the index tensor is a
/// view like any other. `negative`: now and then counted from the back.
int drawIndex(Draft& draft, DimsView sizes, int64_t along, int64_t size, bool negative);

/// `undefined` where the destination overlaps itself or an operand (from the second argument on):
/// ops that visit elements out of order refuse some of it, and leave the rest open.
std::optional<Outcome> openIfShared(const LayoutState& state, const Call& call);

/// The argument as a tensor's layout; null if it is none.
inline const Layout* tensorArgument(const LayoutState& state, const Call& call, size_t i) {
  const auto* ref = argument<TensorRef>(call, i);
  return ref ? &state.at(ref->id) : nullptr;
}

/// The dim of the call's first operand, in its second argument.
inline void mendDimArgument(const LayoutState& state, Call& call) {
  auto* dim = argument<int64_t>(call, 1);
  if (const Layout* layout = tensorArgument(state, call, 0); layout && dim)
    mendDim(*dim, layout->rank());
}

inline bool isIndex(const Layout* layout) { return layout && layout->dtype == Dtype::Long; }

/// Some tensor of at least rank 1 to write to, with elements.
inline int drawIndexed(Draft& draft, DtypeSet takes) {
  return draft.tensor([&](const Layout& layout) {
    return layout.rank() > 0 && numel(layout) > 0 && contains(takes, layout.dtype) &&
           !selfOverlaps(layout);
  });
}

/// Turns the rule of an op in place into that of the op that writes to a copy of its operand.
template <auto Rule>
Outcome outOfPlace(const LayoutState& state, const Call& call) {
  const Outcome in_place = Rule(state, call);
  if (!in_place.accepted()) return in_place;
  const Layout& layout = self(state, call);
  return Outcome::one(contiguousLayout(layout.sizes, layout.dtype));
}

/// A whole number that every dtype holds.
inline bool isSmall(const Value& value) {
  const auto* number = std::get_if<int64_t>(&value);
  return number && *number >= 0 && *number <= 127;
}

}  // namespace viewfuzz
