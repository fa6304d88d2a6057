// Views whose elements lie in other patterns than a choice of dims.

#include "viewfuzz/program/ops/arguments.h"
#include "viewfuzz/program/ops/ops.h"

namespace viewfuzz {
namespace {

// ---- diagonal(self, offset, dim1, dim2)

Outcome diagonalRule(const LayoutState& state, const Call& call) {
  if (!shaped<TensorRef, int64_t, int64_t, int64_t>(call)) return Outcome::dontKnow();
  Layout layout = self(state, call);
  for (const size_t i : {2, 3}) {
    if (!dimFits(integer(call, i), layout.rank())) return badDim(integer(call, i), layout.rank());
  }
  const int64_t offset = integer(call, 1);
  const int64_t a = wrapDim(integer(call, 2), layout.rank());
  const int64_t b = wrapDim(integer(call, 3), layout.rank());
  if (a == b) return Outcome::refuse("the diagonal needs two different dims");
  if (offset > kMaxNumel || offset < -kMaxNumel) return Outcome::dontKnow();
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
  return Outcome::one(layout);
}

bool diagonalDraw(Draft& draft, Call& call) {
  const int id = draft.tensor([](const Layout& layout) { return layout.rank() >= 2; });
  if (id < 0) return false;
  const int64_t rank = draft.state.at(id).rank();
  const int64_t a = draft.choices.between(0, rank - 1);
  const int64_t b = (a + draft.choices.between(1, rank - 1)) % rank;
  add(call, TensorRef{id});
  add(call, draft.choices.oneIn(2) ? int64_t{0} : draft.choices.between(-2, 2));
  add(call, a);
  add(call, draft.choices.oneIn(8) ? b - rank : b);
  return true;
}

void diagonalMend(const LayoutState& state, Call& call) {
  if (!shaped<TensorRef, int64_t, int64_t, int64_t>(call)) return;
  const int64_t rank = self(state, call).rank();
  mendDim(*argument<int64_t>(call, 2), rank);
  auto& b = *argument<int64_t>(call, 3);
  mendDim(b, rank);
  if (rank >= 2 && wrapDim(integer(call, 2), rank) == wrapDim(b, rank))
    b = (wrapDim(b, rank) + 1) % rank;
}

// ---- unfold(self, dimension, size, step)

Outcome unfoldRule(const LayoutState& state, const Call& call) {
  if (!shaped<TensorRef, int64_t, int64_t, int64_t>(call)) return Outcome::dontKnow();
  Layout layout = self(state, call);
  const int64_t rank = layout.rank();
  if (!dimFits(integer(call, 1), rank)) return badDim(integer(call, 1), rank);
  const int64_t dim = wrapDim(integer(call, 1), rank);
  const int64_t size = integer(call, 2);
  const int64_t step = integer(call, 3);
  if (size < 0 || size > (rank == 0 ? 1 : layout.sizes[dim]))
    return Outcome::refuse("the size does not fit the dim");
  if (step <= 0) return Outcome::refuse("the step is not positive");
  layout.sizes.push_back(size);
  layout.strides.push_back(rank == 0 ? 1 : layout.strides[dim]);
  if (rank > 0) {
    layout.sizes[dim] = (layout.sizes[dim] - size) / step + 1;
    if (__builtin_mul_overflow(layout.strides[dim], step, &layout.strides[dim]))
      return Outcome::dontKnow();
  }
  return Outcome::one(layout);
}

bool unfoldDraw(Draft& draft, Call& call) {
  const int id = draft.tensor([&](const Layout& layout) {
    return layout.rank() <= draft.shapes.max_rank && numel(layout) * 2 <= draft.shapes.max_numel;
  });
  if (id < 0) return false;
  const Layout& layout = draft.state.at(id);
  const int64_t dim = drawDim(draft, layout.rank());
  const int64_t most = layout.rank() == 0 ? 1 : layout.sizes[wrapDim(dim, layout.rank())];
  add(call, TensorRef{id});
  add(call, dim);
  add(call, draft.choices.between(std::min<int64_t>(most, 1), std::min<int64_t>(most, 3)));
  add(call, draft.choices.between(1, 3));
  return true;
}

void unfoldMend(const LayoutState& state, Call& call) {
  if (!shaped<TensorRef, int64_t, int64_t, int64_t>(call)) return;
  const Layout& layout = self(state, call);
  mendDim(*argument<int64_t>(call, 1), layout.rank());
  const int64_t most =
      layout.rank() == 0 ? 1 : layout.sizes[wrapDim(integer(call, 1), layout.rank())];
  mendInto(*argument<int64_t>(call, 2), 0, most);
  mendInto(*argument<int64_t>(call, 3), 1, kMaxNumel);
}

// ---- as_strided(self, size, stride, storage_offset)

int64_t storageNumel(const LayoutState& state, const Layout& layout) {
  return state.storage_bytes[static_cast<size_t>(layout.storage)] / itemsize(layout.dtype);
}

Outcome asStridedRule(const LayoutState& state, const Call& call) {
  if (!shaped<TensorRef, Dims, Dims, int64_t>(call)) return Outcome::dontKnow();
  Layout layout = self(state, call);
  layout.sizes = dims(call, 1);
  layout.strides = dims(call, 2);
  layout.offset = integer(call, 3);
  if (layout.sizes.size() != layout.strides.size())
    return Outcome::refuse("not as many strides as sizes");
  for (const auto& list : {layout.sizes, layout.strides, Dims{layout.offset}}) {
    for (const int64_t value : list) {
      if (value < 0) return Outcome::refuse("sizes, strides and offset must not be negative");
      if (value > kMaxNumel) return Outcome::dontKnow();
    }
  }
  if (layout.rank() > kMaxRank || numel(layout) > kMaxNumel) return Outcome::dontKnow();
  const auto touched = extent(layout);
  if (touched && touched->last >= storageNumel(state, layout)) {
    return Outcome::refuse("the view reaches beyond its storage");
  }
  return Outcome::one(layout);
}

/// Lowers sizes, then the offset, until the view lies within `count` elements.
void fitInto(Dims& sizes, Dims& strides, int64_t& offset, int64_t count) {
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

bool asStridedDraw(Draft& draft, Call& call) {
  const int id = draft.tensor();
  if (id < 0) return false;
  const int64_t count = storageNumel(draft.state, draft.state.at(id));
  if (count == 0) return false;
  auto& choices = draft.choices;
  Dims sizes = draft.randomSizes();
  Dims strides(sizes.size());
  // Rising from the last dim with gaps, now and then overlapping or permuted.
  int64_t stride = 1;
  for (size_t d = sizes.size(); d-- > 0;) {
    strides[d] = choices.oneIn(8) ? choices.between(0, 2) : stride;
    stride = std::max<int64_t>(stride * std::max<int64_t>(sizes[d], 1), 1) +
             (choices.oneIn(3) ? choices.between(0, 2) : 0);
  }
  if (sizes.size() >= 2 && choices.oneIn(3)) choices.swapTwo(strides);
  int64_t offset = choices.oneIn(3) ? 0 : choices.between(0, std::min<int64_t>(count - 1, 8));
  fitInto(sizes, strides, offset, count);
  add(call, TensorRef{id});
  add(call, sizes);
  add(call, strides);
  add(call, offset);
  return true;
}

void asStridedMend(const LayoutState& state, Call& call) {
  if (!shaped<TensorRef, Dims, Dims, int64_t>(call)) return;
  auto& sizes = *argument<Dims>(call, 1);
  auto& strides = *argument<Dims>(call, 2);
  if (sizes.size() > kMaxRank) sizes.resize(kMaxRank);
  strides.resize(sizes.size(), 1);
  fitInto(sizes, strides, *argument<int64_t>(call, 3), storageNumel(state, self(state, call)));
}

}  // namespace

std::vector<Op> stridedViews() {
  const auto view = Kind::view;
  return {
      {"aten.diagonal",
       view,
       diagonalRule,
       diagonalDraw,
       diagonalMend,
       "{0}.diagonal({1}, {2}, {3})",
       {2, 3}},
      {"aten.unfold", view, unfoldRule, unfoldDraw, unfoldMend, "{0}.unfold({1}, {2}, {3})", {1}},
      {"aten.as_strided", view, asStridedRule, asStridedDraw, asStridedMend,
       "{0}.as_strided({1}, {2}, {3})"},
  };
}

}  // namespace viewfuzz
