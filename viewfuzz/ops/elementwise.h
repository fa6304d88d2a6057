#pragma once

#include "viewfuzz/ops/arguments.h"

namespace viewfuzz {

// What in-place ops have in common: a destination, and operands that are read while it is written.

/// How an operand of an op that visits elements one by one may lie to its destination. ATen refuses
/// only the overlaps that are cheap to see. For any other overlap the result is not defined, so the
/// outcome is `undefined`.
enum class Sharing { mayBeSame, mustBeDisjoint };

/// The outcome if the operand overlaps the destination in a way that is not allowed; none if the
/// write is well defined as far as memory goes.
inline std::optional<Outcome> refuseOverlap(const Layout& dest, const Layout& operand,
                                            Sharing sharing) {
  switch (overlap(dest, operand)) {
    case Overlap::disjoint:
      return std::nullopt;
    case Overlap::same:
      if (sharing == Sharing::mayBeSame) return std::nullopt;
      return Outcome::undefined();
    case Overlap::partial:
      // The layouts cover the same bytes, but may read different elements there.
      if (dest.dtype != operand.dtype || dest.conj != operand.conj || dest.neg != operand.neg)
        return Outcome::undefined();
      if (isNonOverlappingAndDense(dest) && isNonOverlappingAndDense(operand)) {
        return Outcome::refuse("an operand partly overlaps the destination");
      }
      return Outcome::undefined();
  }
  return std::nullopt;
}

/// The outcome if the destination overlaps itself: ATen refuses a stride of 0, and leaves any other
/// overlap open.
inline std::optional<Outcome> refuseSelfOverlap(const Layout& dest) {
  for (int64_t d = 0; d < dest.rank(); ++d) {
    if (dest.sizes[d] > 1 && dest.strides[d] == 0 && numel(dest) > 0) {
      return Outcome::refuse("several elements of the destination share memory");
    }
  }
  if (selfOverlaps(dest)) return Outcome::undefined();
  return std::nullopt;
}

/// Draws the destination of a write: mostly a view of something, hardly ever empty.
template <typename Suits>
int drawDestination(Draft& draft, Suits suits) {
  const bool allow_empty = draft.choices.oneIn(30);
  return draft.tensor([&](const Layout& layout) {
    return suits(layout.dtype) && (numel(layout) > 0 || allow_empty) && !selfOverlaps(layout);
  });
}

/// Draws an operand that broadcasts to `dest` and does not partly overlap it: an existing tensor,
/// or a new source of `dest`'s sizes with some dims left out or set to 1.
template <typename Suits>
int drawOperand(Draft& draft, int dest, Sharing sharing, Dtype fresh_dtype, Suits suits) {
  const Layout target = draft.state.at(dest);
  if (draft.choices.oneIn(2)) {
    const int id = draft.tensor([&](const Layout& layout) {
      if (!broadcastsTo(layout.sizes, target.sizes) || !suits(layout)) return false;
      return !refuseOverlap(target, layout, sharing);
    });
    if (id >= 0) return id;
  }
  if (draft.choices.oneIn(6)) {  // laid out as the destination: kernels take short cuts then
    Source twin = Source::window(target);
    twin.layout.dtype = fresh_dtype;
    twin.layout.conj = twin.layout.neg = false;
    twin.storage_numel += draft.choices.between(0, 2);
    if (fresh_dtype == target.dtype && draft.choices.oneIn(2)) twin.layout.offset = 0;
    return draft.source(std::move(twin));
  }
  Dims sizes = target.sizes;
  if (draft.choices.oneIn(4)) {
    for (auto& size : sizes) {
      if (draft.choices.oneIn(2)) size = 1;
    }
    sizes.erase(sizes.begin(), sizes.begin() + draft.choices.between(0, target.rank()));
  }
  return draft.sourceLike(sizes, fresh_dtype);
}

/// Draws a small whole number, such as people write into a tensor.
inline int64_t drawNumber(Draft& draft) { return draft.choices.between(0, 9); }

}  // namespace viewfuzz
