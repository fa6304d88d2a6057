#pragma once

#include <functional>
#include <optional>

#include "viewfuzz/layout/layout.h"

namespace viewfuzz {

// What views do to a layout: pure functions, of which the layout rules are composed. The caller has
// wrapped the dims and checked that the arguments fit.

/// Does ATen take this dim? It takes [-rank, rank), and counts a tensor without dims as rank 1.
bool dimFits(int64_t dim, int64_t rank);
int64_t wrapDim(int64_t dim, int64_t rank);

void eraseDim(Layout& layout, int64_t dim);
Layout selected(Layout layout, int64_t dim, int64_t index);
/// `length` elements from `start` on, one after the other.
Layout narrowed(Layout layout, int64_t dim, int64_t start, int64_t length);
/// A slice as in Python: negative bounds count from the back, all bounds are clipped, and every
/// `step`th element is kept.
Layout sliced(Layout layout, int64_t dim, int64_t start, int64_t end, int64_t step = 1);
/// Swaps two dims. A tensor without dims stays as it is.
Layout transposed(Layout layout, int64_t a, int64_t b);
Layout permuted(const Layout& layout, DimsView order);
Layout unsqueezed(Layout layout, int64_t dim);
/// Removes each dim of size 1 for which `goes` is true.
Layout squeezed(Layout layout, const std::function<bool(int64_t)>& goes);
Layout diagonalOf(Layout layout, int64_t offset, int64_t a, int64_t b);

Layout conjugated(Layout layout);
Layout negated(Layout layout);

/// The sizes, with the right size in place of a -1; none if they do not give `count` elements.
std::optional<Dims> inferSizes(const Dims& given, int64_t count);

/// The same bytes seen as elements of `dtype`, which may have another size; none if the strides do
/// not allow it.
std::optional<Layout> reinterpreted(Layout layout, Dtype dtype);

/// The strides of a new result of an elementwise op, in elements. The result is dense, and its dims
/// lie in the order in which they lie in the operands (see aten/src/ATen/TensorIterator.cpp).
/// `strides` has one list for each operand: its byte strides, 0 where it is broadcast.
Dims denseLike(DimsView sizes, const std::vector<Dims>& strides);

/// The strides of a copy that preserves the memory format.
Dims preservedStrides(const Layout& layout);

/// The layout of a result with the sizes and strides of `layout`, in a storage of its own. The
/// result has neither the conjugate nor the negative bit, since ATen resolves them.
Layout inNewStorage(Layout layout);

}  // namespace viewfuzz
