#include "viewfuzz/layout/movement.h"

#include <algorithm>

namespace viewfuzz {

bool dimFits(int64_t dim, int64_t rank) {
  const int64_t dims = std::max<int64_t>(rank, 1);
  return dim >= -dims && dim < dims;
}

int64_t wrapDim(int64_t dim, int64_t rank) {
  return dim < 0 ? dim + std::max<int64_t>(rank, 1) : dim;
}

void eraseDim(Layout& layout, int64_t dim) {
  layout.sizes.erase(layout.sizes.begin() + dim);
  layout.strides.erase(layout.strides.begin() + dim);
}

Layout selected(Layout layout, int64_t dim, int64_t index) {
  layout.offset += (index < 0 ? index + layout.sizes[dim] : index) * layout.strides[dim];
  eraseDim(layout, dim);
  return layout;
}

Layout narrowed(Layout layout, int64_t dim, int64_t start, int64_t length) {
  layout.offset += start * layout.strides[dim];
  layout.sizes[dim] = length;
  return layout;
}

Layout sliced(Layout layout, int64_t dim, int64_t start, int64_t end, int64_t step) {
  const int64_t size = layout.sizes[dim];
  const auto clip = [&](int64_t at) {
    return std::clamp<int64_t>(at < 0 ? at + size : at, 0, size);
  };
  start = clip(start);
  const int64_t length = std::max(start, clip(end)) - start;
  layout = narrowed(std::move(layout), dim, start, length / step + (length % step != 0 ? 1 : 0));
  // The stride of a dim with at most one element has no meaning, but ATen multiplies it too.
  layout.strides[dim] *= step;
  return layout;
}

Layout transposed(Layout layout, int64_t a, int64_t b) {
  if (layout.rank() > 0) {
    std::swap(layout.sizes[a], layout.sizes[b]);
    std::swap(layout.strides[a], layout.strides[b]);
  }
  return layout;
}

Layout permuted(const Layout& layout, DimsView order) {
  Layout result = layout;
  for (size_t i = 0; i < order.size(); ++i) {
    result.sizes[i] = layout.sizes[static_cast<size_t>(order[i])];
    result.strides[i] = layout.strides[static_cast<size_t>(order[i])];
  }
  return result;
}

Layout unsqueezed(Layout layout, int64_t dim) {
  const int64_t stride = dim < layout.rank() ? layout.sizes[dim] * layout.strides[dim] : 1;
  layout.sizes.insert(layout.sizes.begin() + dim, 1);
  layout.strides.insert(layout.strides.begin() + dim, stride);
  return layout;
}

Layout squeezed(Layout layout, const std::function<bool(int64_t)>& goes) {
  for (int64_t d = layout.rank(); d-- > 0;) {
    if (layout.sizes[d] == 1 && goes(d)) eraseDim(layout, d);
  }
  return layout;
}

Layout diagonalOf(Layout layout, int64_t offset, int64_t a, int64_t b) {
  const int64_t rows = layout.sizes[a] + std::min<int64_t>(offset, 0);
  const int64_t columns = layout.sizes[b] - std::max<int64_t>(offset, 0);
  const int64_t length =
      std::max<int64_t>(std::min({rows, columns, layout.sizes[a], layout.sizes[b]}), 0);
  if (length > 0)
    layout.offset += offset >= 0 ? offset * layout.strides[b] : -offset * layout.strides[a];
  const int64_t stride = layout.strides[a] + layout.strides[b];
  eraseDim(layout, std::max(a, b));
  eraseDim(layout, std::min(a, b));
  layout.sizes.push_back(length);
  layout.strides.push_back(stride);
  return layout;
}

Layout conjugated(Layout layout) {
  layout.conj = !layout.conj;
  return layout;
}

Layout negated(Layout layout) {
  layout.neg = !layout.neg;
  return layout;
}

std::optional<Dims> inferSizes(const Dims& given, int64_t count) {
  Dims sizes = given;
  int64_t known = 1;
  int64_t* missing = nullptr;
  for (auto& size : sizes) {
    if (size == -1 && missing == nullptr) {
      missing = &size;
    } else if (size < 0 || __builtin_mul_overflow(known, size, &known)) {
      return std::nullopt;
    }
  }
  if (missing == nullptr) return known == count ? std::optional(sizes) : std::nullopt;
  if (known == 0 || count % known != 0) return std::nullopt;
  *missing = count / known;
  return sizes;
}

std::optional<Layout> reinterpreted(Layout layout, Dtype dtype) {
  const int64_t from = itemsize(layout.dtype);
  const int64_t to = itemsize(dtype);
  layout.dtype = dtype;
  if (from == to) return layout;
  if (layout.rank() == 0 || layout.strides.back() != 1) return std::nullopt;
  const auto fits = [&](int64_t value) { return from > to || value % (to / from) == 0; };
  const auto moved = [&](int64_t value) {
    return from > to ? value * (from / to) : value / (to / from);
  };
  if (!fits(layout.offset) || !fits(layout.sizes.back())) return std::nullopt;
  layout.offset = moved(layout.offset);
  layout.sizes.back() = moved(layout.sizes.back());
  for (size_t d = 0; d + 1 < layout.strides.size(); ++d) {
    if (!fits(layout.strides[d])) return std::nullopt;
    layout.strides[d] = moved(layout.strides[d]);
  }
  return layout;
}

Dims denseLike(DimsView sizes, const std::vector<Dims>& strides) {
  const auto rank = static_cast<int64_t>(sizes.size());
  // > 0: `a` lies outside of `b`; < 0: `a` lies inside of `b`; 0: the operands leave it open.
  const auto compare = [&](int64_t a, int64_t b) {
    for (const auto& operand : strides) {
      if (operand[a] == 0 || operand[b] == 0) continue;
      if (operand[a] != operand[b]) return operand[a] < operand[b] ? -1 : 1;
      if (sizes[static_cast<size_t>(a)] > sizes[static_cast<size_t>(b)]) return 1;
    }
    return 0;
  };
  std::vector<int64_t> inner_first;
  for (int64_t d = rank; d-- > 0;) inner_first.push_back(d);
  for (int64_t i = 1; i < rank; ++i) {
    int64_t at = i;
    for (int64_t before = i - 1; before >= 0; --before) {
      const int order =
          compare(inner_first[static_cast<size_t>(before)], inner_first[static_cast<size_t>(at)]);
      if (order < 0) break;
      if (order > 0) {
        std::swap(inner_first[static_cast<size_t>(before)], inner_first[static_cast<size_t>(at)]);
        at = before;
      }
    }
  }
  Dims result(sizes.size());
  int64_t stride = 1;
  for (const int64_t d : inner_first) {
    result[d] = stride;
    stride *= std::max<int64_t>(sizes[static_cast<size_t>(d)], 1);
  }
  return result;
}

Dims preservedStrides(const Layout& layout) {
  if (isNonOverlappingAndDense(layout)) return layout.strides;
  return denseLike(layout.sizes, {layout.strides});
}

Layout inNewStorage(Layout layout) {
  layout.offset = 0;
  layout.storage = -1;
  layout.conj = false;
  layout.neg = false;
  return layout;
}

}  // namespace viewfuzz
