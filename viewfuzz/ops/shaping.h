#pragma once

#include "viewfuzz/ops/arguments.h"

namespace viewfuzz {

// What the ops that give a tensor another shape have in common.

Outcome viewWith(const Layout& layout, const Dims& sizes);     ///< one size may be -1
Outcome reshapeWith(const Layout& layout, const Dims& sizes);  ///< a copy where no view exists
Outcome expandTo(const Layout& layout, const Dims& sizes);     ///< -1 keeps a size

/// Merges neighboring dims and splits dims at divisors, so that many of the shapes are views.
Dims regroup(Draft& draft, const Dims& from);

/// Where a tensor lies in a storage.
struct Window {
  Dims sizes;
  Dims strides;
  int64_t offset = 0;
};

/// The number of elements of the dtype of `layout` that fit into its storage.
int64_t storageNumel(const LayoutState& state, const Layout& layout);

/// `layout` with the sizes, strides and offset of `window`, in the same storage.
Outcome windowWith(const LayoutState& state, Layout layout, const Window& window);

/// A random window into a storage of `count` elements; none if the storage is empty.
std::optional<Window> drawWindow(Draft& draft, int64_t count);

/// Lowers sizes, then the offset, until the window lies within `count` elements.
void mendWindow(Dims& sizes, Dims& strides, int64_t& offset, int64_t count);

}  // namespace viewfuzz
