#include "viewfuzz/layout/layout.h"

#include <algorithm>
#include <limits>

namespace viewfuzz {
namespace {

/// The dims that decide where elements lie (size > 1), innermost (smallest stride) first.
c10::SmallVector<std::pair<int64_t, int64_t>, 6> orderedDims(const Layout& layout) {
  c10::SmallVector<std::pair<int64_t, int64_t>, 6> dims;
  for (int64_t d = 0; d < layout.rank(); ++d) {
    if (layout.sizes[d] > 1) dims.emplace_back(layout.strides[d], layout.sizes[d]);
  }
  std::sort(dims.begin(), dims.end());
  return dims;
}

}  // namespace

void markBytes(const Layout& layout, std::vector<bool>& bytes, int64_t first) {
  const int64_t width = itemsize(layout.dtype);
  const auto count = static_cast<int64_t>(bytes.size());
  for (const int64_t position : elementPositions(layout)) {
    for (int64_t b = 0; b < width; ++b) {
      const int64_t at = position * width + b - first;
      if (at >= 0 && at < count) bytes[static_cast<size_t>(at)] = true;
    }
  }
}

std::vector<int64_t> broadcastElements(DimsView from, DimsView to) {
  const Dims own = contiguousStrides(from);
  Layout expanded;
  expanded.sizes.assign(to.begin(), to.end());
  expanded.strides.assign(to.size(), 0);
  const size_t lead = to.size() - from.size();
  for (size_t d = 0; d < from.size(); ++d) {
    if (from[d] != 1) expanded.strides[lead + d] = own[d];
  }
  return elementPositions(expanded);
}

int64_t numel(DimsView sizes) {
  int64_t count = 1;
  bool saturated = false;
  for (const int64_t size : sizes) {
    if (size == 0) return 0;
    saturated = saturated || __builtin_mul_overflow(count, size, &count);
  }
  return saturated ? std::numeric_limits<int64_t>::max() : count;
}

Dims contiguousStrides(DimsView sizes) {
  Dims strides(sizes.size());
  int64_t stride = 1;
  for (size_t d = sizes.size(); d-- > 0;) {
    strides[d] = stride;
    stride *= std::max<int64_t>(sizes[d], 1);
  }
  return strides;
}

bool isContiguous(const Layout& layout) {
  int64_t expected = 1;
  for (int64_t d = layout.rank(); d-- > 0;) {
    if (layout.sizes[d] == 0) return true;
    if (layout.sizes[d] == 1) continue;
    if (layout.strides[d] != expected) expected = -1;
    if (expected >= 0) expected *= layout.sizes[d];
  }
  return expected >= 0;
}

bool isNonOverlappingAndDense(const Layout& layout) {
  if (isContiguous(layout)) return true;
  int64_t expected = 1;
  for (const auto& [stride, size] : orderedDims(layout)) {
    if (stride != expected) return false;
    expected *= size;
  }
  return true;
}

std::optional<Extent> extent(const Layout& layout) {
  int64_t last = layout.offset;
  for (int64_t d = 0; d < layout.rank(); ++d) {
    if (layout.sizes[d] == 0) return std::nullopt;
    last += (layout.sizes[d] - 1) * layout.strides[d];
  }
  return Extent{layout.offset, last};
}

int64_t elementsNeeded(const Layout& layout) {
  const auto touched = extent(layout);
  return touched ? touched->last + 1 : 0;
}

int64_t bytesNeeded(const Layout& layout) {
  return elementsNeeded(layout) * itemsize(layout.dtype);
}

std::vector<int64_t> elementPositions(const Layout& layout) {
  std::vector<int64_t> positions;
  const int64_t count = numel(layout);
  positions.reserve(static_cast<size_t>(count));
  Dims index(layout.sizes.size(), 0);
  int64_t position = layout.offset;
  for (int64_t i = 0; i < count; ++i) {
    positions.push_back(position);
    for (int64_t d = layout.rank(); d-- > 0;) {
      position += layout.strides[d];
      if (++index[d] < layout.sizes[d]) break;
      position -= index[d] * layout.strides[d];
      index[d] = 0;
    }
  }
  return positions;
}

bool selfOverlaps(const Layout& layout) {
  if (numel(layout) <= 1) return false;
  int64_t reach = 0;  // how far the inner dims reach; a larger stride cannot come back into them
  bool nested = true;
  for (const auto& [stride, size] : orderedDims(layout)) {
    if (stride == 0) return true;
    nested = nested && stride > reach;
    reach += stride * (size - 1);
  }
  if (nested) return false;
  auto positions = elementPositions(layout);
  std::sort(positions.begin(), positions.end());
  return std::adjacent_find(positions.begin(), positions.end()) != positions.end();
}

Overlap overlap(const Layout& a, const Layout& b) {
  if (a.storage != b.storage) return Overlap::disjoint;
  const auto extent_a = extent(a);
  const auto extent_b = extent(b);
  if (!extent_a || !extent_b) return Overlap::disjoint;
  const int64_t first =
      std::max(extent_a->first * itemsize(a.dtype), extent_b->first * itemsize(b.dtype));
  const int64_t end =
      std::min((extent_a->last + 1) * itemsize(a.dtype), (extent_b->last + 1) * itemsize(b.dtype));
  if (first >= end) return Overlap::disjoint;
  if (a == b) return Overlap::same;
  std::vector<bool> in_a(static_cast<size_t>(end - first));
  std::vector<bool> in_b(static_cast<size_t>(end - first));
  markBytes(a, in_a, first);
  markBytes(b, in_b, first);
  for (size_t i = 0; i < in_a.size(); ++i) {
    if (in_a[i] && in_b[i]) return Overlap::partial;
  }
  return Overlap::disjoint;
}

std::optional<Dims> viewStrides(const Layout& layout, DimsView sizes) {
  if (numel(layout) != numel(sizes)) return std::nullopt;
  if (numel(layout) == 0) {
    const bool same =
        std::equal(sizes.begin(), sizes.end(), layout.sizes.begin(), layout.sizes.end());
    return same ? layout.strides : contiguousStrides(sizes);
  }
  // Groups of dims that are dense among themselves can be split and merged freely. Walk both
  // shapes from the inside, group by group.
  Dims strides(sizes.size(), 0);
  int64_t d = static_cast<int64_t>(sizes.size()) - 1;
  int64_t group_numel = 1;
  int64_t group_stride = layout.rank() == 0 ? 1 : layout.strides.back();
  int64_t seen_numel = 1;
  for (int64_t s = layout.rank(); s-- > 0;) {
    group_numel *= layout.sizes[s];
    const bool group_ends =
        s == 0 || (layout.sizes[s - 1] != 1 && layout.strides[s - 1] != group_numel * group_stride);
    if (!group_ends) continue;
    while (d >= 0 && (seen_numel < group_numel || sizes[d] == 1)) {
      strides[d] = seen_numel * group_stride;
      seen_numel *= sizes[d];
      --d;
    }
    if (seen_numel != group_numel) return std::nullopt;
    if (s > 0) {
      group_stride = layout.strides[s - 1];
      group_numel = 1;
      seen_numel = 1;
    }
  }
  if (layout.rank() == 0) {
    for (; d >= 0; --d) strides[d] = 1;
  }
  if (d != -1) return std::nullopt;
  return strides;
}

bool broadcastsTo(DimsView from, DimsView to) {
  if (from.size() > to.size()) return false;
  for (size_t i = 1; i <= from.size(); ++i) {
    const int64_t size = from[from.size() - i];
    if (size != 1 && size != to[to.size() - i]) return false;
  }
  return true;
}

std::optional<Dims> broadcastSizes(DimsView a, DimsView b) {
  if (a.size() < b.size()) std::swap(a, b);
  Dims sizes(a.begin(), a.end());
  for (size_t i = 1; i <= b.size(); ++i) {
    int64_t& size = sizes[sizes.size() - i];
    const int64_t other = b[b.size() - i];
    if (size == 1) {
      size = other;
    } else if (other != 1 && other != size) {
      return std::nullopt;
    }
  }
  return sizes;
}

}  // namespace viewfuzz
