// Views whose elements lie in patterns that no choice of dims gives.

#include "viewfuzz/ops/arguments.h"
#include "viewfuzz/ops/ops.h"
#include "viewfuzz/ops/shaping.h"

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
  return Outcome::one(diagonalOf(layout, offset, a, b));
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

Outcome asStridedRule(const LayoutState& state, const Call& call) {
  if (!shaped<TensorRef, Dims, Dims, int64_t>(call)) return Outcome::dontKnow();
  return windowWith(state, self(state, call), {dims(call, 1), dims(call, 2), integer(call, 3)});
}

bool asStridedDraw(Draft& draft, Call& call) {
  const int id = draft.tensor();
  if (id < 0) return false;
  const auto window = drawWindow(draft, storageNumel(draft.state, draft.state.at(id)));
  if (!window) return false;
  add(call, TensorRef{id});
  add(call, window->sizes);
  add(call, window->strides);
  add(call, window->offset);
  return true;
}

void asStridedMend(const LayoutState& state, Call& call) {
  if (!shaped<TensorRef, Dims, Dims, int64_t>(call)) return;
  mendWindow(*argument<Dims>(call, 1), *argument<Dims>(call, 2), *argument<int64_t>(call, 3),
             storageNumel(state, self(state, call)));
}

// ---- _reshape_alias(self, size, stride): checks nothing, so only what `view` would give is known

Outcome reshapeAliasRule(const LayoutState& state, const Call& call) {
  if (!shaped<TensorRef, Dims, Dims>(call)) return Outcome::dontKnow();
  Layout layout = self(state, call);
  const auto& sizes = dims(call, 1);
  const bool negative = std::any_of(sizes.begin(), sizes.end(), [](int64_t s) { return s < 0; });
  if (negative) return Outcome::dontKnow();
  const auto strides = viewStrides(layout, sizes);
  if (!strides || *strides != dims(call, 2)) return Outcome::dontKnow();
  layout.sizes = sizes;
  layout.strides = *strides;
  return Outcome::one(layout);
}

bool reshapeAliasDraw(Draft& draft, Call& call) {
  if (!drawSelf(draft, call, 0)) return false;
  const Layout& layout = self(draft.state, call);
  Dims sizes = regroup(draft, layout.sizes);
  auto strides = viewStrides(layout, sizes);
  if (!strides) {
    sizes = layout.sizes;
    strides = viewStrides(layout, sizes);
  }
  if (!strides) return false;
  add(call, sizes);
  add(call, *strides);
  return true;
}

void reshapeAliasMend(const LayoutState& state, Call& call) {
  if (!shaped<TensorRef, Dims, Dims>(call)) return;
  const Layout& layout = self(state, call);
  auto& sizes = *argument<Dims>(call, 1);
  auto& strides = *argument<Dims>(call, 2);
  if (const auto found = viewStrides(layout, sizes)) {
    strides = *found;
  } else {
    sizes = layout.sizes;
    strides = viewStrides(layout, sizes).value_or(layout.strides);
  }
}

// ---- slice_inverse(self, src, dim, start, end, step): `src` as it lay before it was sliced, so
// its layout in the storage of `self`; the bounds do not matter

Outcome sliceInverseRule(const LayoutState& state, const Call& call) {
  if (call.args.size() != 6 || !argument<TensorRef>(call, 0) || !argument<TensorRef>(call, 1) ||
      !argument<int64_t>(call, 2) || !isBound(call, 3) || !isBound(call, 4) ||
      !argument<int64_t>(call, 5)) {
    return Outcome::dontKnow();
  }
  const Layout& src = state.at(tensorId(call, 1));
  return windowWith(state, self(state, call), {src.sizes, src.strides, src.offset});
}

bool sliceInverseDraw(Draft& draft, Call& call) {
  const int src = draft.tensor([](const Layout& layout) { return layout.rank() > 0; });
  if (src < 0) return false;
  const Layout& layout = draft.state.at(src);
  add(call, TensorRef{draft.tensor([&](const Layout& other) {
        return other.dtype == layout.dtype && other.storage == layout.storage;
      })});
  add(call, TensorRef{src});
  add(call, drawDim(draft, layout.rank()));
  add(call, None{});
  add(call, None{});
  add(call, int64_t{1});
  return true;
}

}  // namespace

std::vector<Op> stridedViews() {
  return {
      {.name = "aten.diagonal",
       .kind = Kind::view,
       .rule = diagonalRule,
       .draw = diagonalDraw,
       .mend = diagonalMend,
       .python = "{0}.diagonal({1}, {2}, {3})",
       .dim_args = {2, 3}},
      {.name = "aten.unfold",
       .kind = Kind::view,
       .rule = unfoldRule,
       .draw = unfoldDraw,
       .mend = unfoldMend,
       .python = "{0}.unfold({1}, {2}, {3})",
       .dim_args = {1}},
      {.name = "aten.as_strided",
       .kind = Kind::view,
       .rule = asStridedRule,
       .draw = asStridedDraw,
       .mend = asStridedMend,
       .python = "{0}.as_strided({1}, {2}, {3})",
       .reaches_beyond = true},
      {.name = "aten._reshape_alias",
       .kind = Kind::view,
       .rule = reshapeAliasRule,
       .draw = reshapeAliasDraw,
       .mend = reshapeAliasMend,
       .unchecked = Unchecked::sizesAndStrides},
      {.name = "aten.slice_inverse",
       .kind = Kind::view,
       .rule = sliceInverseRule,
       .draw = sliceInverseDraw},
  };
}

}  // namespace viewfuzz
