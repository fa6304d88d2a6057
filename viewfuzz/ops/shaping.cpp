#include "viewfuzz/ops/shaping.h"

namespace viewfuzz {

Outcome viewWith(const Layout& layout, const Dims& sizes) {
  const auto inferred = inferSizes(sizes, numel(layout));
  if (!inferred) return Outcome::refuse("the sizes do not have as many elements as the tensor");
  const auto strides = viewStrides(layout, *inferred);
  if (!strides) return Outcome::refuse("a view with these sizes needs strides that do not exist");
  Layout result = layout;
  result.sizes = *inferred;
  result.strides = *strides;
  return Outcome::one(result);
}

Outcome reshapeWith(const Layout& layout, const Dims& sizes) {
  Outcome outcome = viewWith(layout, sizes);
  const auto inferred = inferSizes(sizes, numel(layout));
  if (outcome.accepted() || !inferred) return outcome;
  Layout copy = layout;
  copy.sizes = *inferred;
  copy.strides = contiguousStrides(*inferred);
  return Outcome::one(inNewStorage(copy));
}

Outcome expandTo(const Layout& layout, const Dims& sizes) {
  const int64_t rank = static_cast<int64_t>(sizes.size());
  if (rank < layout.rank()) return Outcome::refuse("fewer sizes than dims");
  // ATen checks little if there are no elements.
  const bool empty = numel(layout) == 0 || numel(sizes) == 0;
  Layout expanded = layout;
  expanded.sizes.assign(sizes.begin(), sizes.end());
  expanded.strides.resize(sizes.size());
  for (int64_t i = rank; i-- > 0;) {
    const int64_t d = i - (rank - layout.rank());
    int64_t& size = expanded.sizes[i];
    if (d < 0) {
      if (size < 0) return empty ? Outcome::dontKnow() : Outcome::refuse("a new dim needs a size");
      // A tensor without dims gets a stride of 0 for every new dim, even for one of size 1.
      const bool moves = size == 1 && layout.rank() > 0;
      expanded.strides[i] = moves ? expanded.sizes[i + 1] * expanded.strides[i + 1] : 0;
    } else {
      if (size == -1) size = layout.sizes[d];
      if (size < 0 && empty) return Outcome::dontKnow();
      if (size != layout.sizes[d] && (layout.sizes[d] != 1 || size < 0)) {
        return Outcome::refuse("only dims of size 1 expand");
      }
      expanded.strides[i] = size == layout.sizes[d] ? layout.strides[d] : 0;
    }
  }
  if (numel(expanded) > kMaxNumel) return Outcome::dontKnow();
  return Outcome::one(expanded);
}

Dims regroup(Draft& draft, const Dims& from) {
  Dims sizes = from;
  for (int i = 0; i < 2; ++i) {
    if (sizes.size() >= 2 && draft.choices.oneIn(2)) {
      const auto d = draft.choices.below(sizes.size() - 1);
      sizes[d] *= sizes[d + 1];
      sizes.erase(sizes.begin() + static_cast<int64_t>(d) + 1);
    } else if (static_cast<int64_t>(sizes.size()) < draft.shapes.max_rank + 1) {
      const auto d = draft.choices.below(sizes.size() + 1);
      int64_t factor = 1;
      if (d < sizes.size() && sizes[d] > 1) {
        factor = draft.choices.between(1, sizes[d]);
        while (sizes[d] % factor != 0) --factor;
        sizes[d] /= factor;
      }
      sizes.insert(sizes.begin() + static_cast<int64_t>(d), factor);
    }
  }
  return sizes;
}

int64_t storageNumel(const LayoutState& state, const Layout& layout) {
  return state.storage_bytes[static_cast<size_t>(layout.storage)] / itemsize(layout.dtype);
}

Outcome windowWith(const LayoutState& state, Layout layout, const Window& window) {
  if (window.sizes.size() != window.strides.size())
    return Outcome::refuse("not as many strides as sizes");
  // ATen checks little if there are no elements.
  const bool empty = numel(window.sizes) == 0;
  for (const auto& list : {window.sizes, window.strides, Dims{window.offset}}) {
    for (const int64_t value : list) {
      if (value < 0 && empty) return Outcome::dontKnow();
      if (value < 0) return Outcome::refuse("sizes, strides and offset must not be negative");
      if (value > kMaxNumel) return Outcome::dontKnow();
    }
  }
  layout.sizes = window.sizes;
  layout.strides = window.strides;
  layout.offset = window.offset;
  if (layout.rank() > kMaxRank || numel(layout) > kMaxNumel) return Outcome::dontKnow();
  const auto touched = extent(layout);
  if (touched && touched->last >= storageNumel(state, layout)) {
    return Outcome::refuse("the view reaches beyond its storage");
  }
  return Outcome::one(layout);
}

std::optional<Window> drawWindow(Draft& draft, int64_t count) {
  if (count == 0) return std::nullopt;
  auto& choices = draft.choices;
  Window window;
  window.sizes = draft.randomSizes();
  window.strides.resize(window.sizes.size());
  // The strides rise from the last dim, with gaps; now and then they overlap or are permuted.
  int64_t stride = 1;
  for (size_t d = window.sizes.size(); d-- > 0;) {
    window.strides[d] = choices.oneIn(8) ? choices.between(0, 2) : stride;
    stride = std::max<int64_t>(stride * std::max<int64_t>(window.sizes[d], 1), 1) +
             (choices.oneIn(3) ? choices.between(0, 2) : 0);
  }
  if (window.sizes.size() >= 2 && choices.oneIn(3)) choices.swapTwo(window.strides);
  window.offset = choices.oneIn(3) ? 0 : choices.between(0, std::min<int64_t>(count - 1, 8));
  mendWindow(window.sizes, window.strides, window.offset, count);
  return window;
}

void mendWindow(Dims& sizes, Dims& strides, int64_t& offset, int64_t count) {
  if (sizes.size() > kMaxRank) sizes.resize(kMaxRank);
  strides.resize(sizes.size(), 1);
  mendInto(offset, 0, std::max<int64_t>(count - 1, 0));
  int64_t room = count - 1 - offset;
  for (size_t d = 0; d < sizes.size(); ++d) {
    mendInto(strides[d], 0, kMaxNumel);
    mendInto(sizes[d], 0, count > 0 ? kMaxNumel : 0);
    if (sizes[d] > 1 && strides[d] > 0) {
      sizes[d] = std::min(sizes[d], room / strides[d] + 1);
      room -= (sizes[d] - 1) * strides[d];
    }
  }
}

}  // namespace viewfuzz
