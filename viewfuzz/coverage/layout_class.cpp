#include "viewfuzz/coverage/layout_class.h"

#include <array>
#include <limits>

namespace viewfuzz {
namespace {

bool risingInwards(const Layout& layout) {
  int64_t outer = std::numeric_limits<int64_t>::max();
  for (int64_t d = 0; d < layout.rank(); ++d) {
    if (layout.sizes[d] == 1) continue;
    if (layout.strides[d] > outer) return false;
    outer = layout.strides[d];
  }
  return true;
}

/// Does each dim step over all that the inner dims reach? Then no two elements meet, and the exact
/// check, which visits every element, is not needed.
bool nestsRising(const Layout& layout) {
  int64_t inner = 0;  // how far the inner dims reach
  for (int64_t d = layout.rank() - 1; d >= 0; --d) {
    if (layout.sizes[d] == 1) continue;
    if (layout.strides[d] <= inner) return false;
    inner += (layout.sizes[d] - 1) * layout.strides[d];
  }
  return true;
}

}  // namespace

LayoutClass layoutClass(const Layout& layout) {
  if (numel(layout) == 0) return LayoutClass::empty;
  if (layout.rank() == 0) return LayoutClass::scalar;
  if (isContiguous(layout))
    return layout.offset == 0 ? LayoutClass::contiguous : LayoutClass::offset;
  if (isNonOverlappingAndDense(layout)) return LayoutClass::permuted;
  for (int64_t d = 0; d < layout.rank(); ++d) {
    if (layout.sizes[d] > 1 && layout.strides[d] == 0) return LayoutClass::expanded;
  }
  if (nestsRising(layout)) return LayoutClass::gaps;
  if (selfOverlaps(layout)) return LayoutClass::overlapping;
  return risingInwards(layout) ? LayoutClass::gaps : LayoutClass::steps;
}

std::string_view layoutClassName(LayoutClass layout_class) {
  constexpr std::array<std::string_view, kLayoutClasses> kNames = {
      "empty", "scalar", "contiguous", "offset",     "permuted",
      "gaps",  "steps",  "expanded",   "overlapping"};
  return kNames[static_cast<size_t>(layout_class)];
}

}  // namespace viewfuzz
