#pragma once

#include <functional>
#include <optional>

#include "viewfuzz/layout/layout.h"

namespace viewfuzz {

// What views do to a layout. Pure functions of which the layout rules are composed: dims are
// wrapped, and whoever calls has checked that the arguments fit.

/// A dim as ATen takes it: [-rank, rank), a 0-dim tensor counts as rank 1.
bool dimFits(int64_t dim, int64_t rank);
int64_t wrapDim(int64_t dim, int64_t rank);

void eraseDim(Layout& layout, int64_t dim);
Layout selected(Layout layout, int64_t dim, int64_t index);
/// `length` elements from `start` on, one after the other.
Layout narrowed(Layout layout, int64_t dim, int64_t start, int64_t length);
/// As a slice of Python: bounds from the back, clipped; every `step`th element.
Layout sliced(Layout layout, int64_t dim, int64_t start, int64_t end, int64_t step = 1);
/// A 0-dim tensor stays what it is.
Layout transposed(Layout layout, int64_t a, int64_t b);
Layout permuted(const Layout& layout, DimsView order);
Layout unsqueezed(Layout layout, int64_t dim);
/// Without the dims of size 1 that `goes` names.
Layout squeezed(Layout layout, const std::function<bool(int64_t)>& goes);
Layout diagonalOf(Layout layout, int64_t offset, int64_t a, int64_t b);

Layout conjugated(Layout layout);
Layout negated(Layout layout);

/// The sizes with a -1 filled in; none if they do not have `count` elements.
std::optional<Dims> inferSizes(const Dims& given, int64_t count);

/// The same bytes as elements of another size; none if the strides do not allow it.
std::optional<Layout> reinterpreted(Layout layout, Dtype dtype);

/// The strides of a new result of elementwise ops: dense, the dims in the order in which they lie
/// in the operands (aten/src/ATen/TensorIterator.cpp describes it). `strides` are byte strides, one
/// list an operand, 0 where it is broadcast.
Dims denseLike(DimsView sizes, const std::vector<Dims>& strides);

/// The strides of a copy that preserves the memory format.
Dims preservedStrides(const Layout& layout);

/// The layout of a result that has the sizes and strides of `layout`, in a storage of its own. The
/// bits are resolved on the way.
Layout inNewStorage(Layout layout);

}  // namespace viewfuzz
