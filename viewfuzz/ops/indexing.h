#pragma once

#include "viewfuzz/ops/results.h"

namespace viewfuzz {

// What ops with index tensors have in common.

/// Draws an int64 tensor of these sizes with indices into a dim of `size` elements. Along the dim
/// `along` no index comes twice, as long as there are enough indices. The tensor is mostly a
/// window, so that it is a view like any other. `negative`: some indices count from the back.
int drawIndex(Draft& draft, DimsView sizes, int64_t along, int64_t size, bool negative);

/// `undefined` if the destination overlaps itself or an operand (from the second argument on). Ops
/// that visit elements out of order refuse some of these overlaps, and leave the others open.
std::optional<Outcome> openIfShared(const LayoutState& state, const Call& call);

/// The layout of the tensor in argument `i`; null if the argument is no tensor.
inline const Layout* tensorArgument(const LayoutState& state, const Call& call, size_t i) {
  const auto* ref = argument<TensorRef>(call, i);
  return ref ? &state.at(ref->id) : nullptr;
}

/// Mends the second argument, which is a dim of the first operand.
inline void mendDimArgument(const LayoutState& state, Call& call) {
  auto* dim = argument<int64_t>(call, 1);
  if (const Layout* layout = tensorArgument(state, call, 0); layout && dim)
    mendDim(*dim, layout->rank());
}

inline bool isIndex(const Layout* layout) { return layout && layout->dtype == Dtype::Long; }

/// Draws a tensor to write to, with elements and at least one dim.
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
