// Views that treat one dim (or two) and leave the others alone.

#include "viewfuzz/program/ops/arguments.h"
#include "viewfuzz/program/ops/ops.h"

namespace viewfuzz {
namespace {

// ---- select.int(self, dim, index)

Outcome selectRule(const LayoutState& state, const Call& call) {
  if (!shaped<TensorRef, int64_t, int64_t>(call)) return Outcome::dontKnow();
  Layout layout = self(state, call);
  if (layout.rank() == 0) return Outcome::refuse("select needs at least one dim");
  if (!dimFits(integer(call, 1), layout.rank())) return badDim(integer(call, 1), layout.rank());
  const int64_t dim = wrapDim(integer(call, 1), layout.rank());
  const int64_t size = layout.sizes[dim];
  const int64_t index = integer(call, 2);
  if (index < -size || index >= size) return Outcome::refuse("the index is not in [-size, size)");
  return Outcome::one(selected(layout, dim, index));
}

bool selectDraw(Draft& draft, Call& call) {
  const int id =
      draft.tensor([](const Layout& layout) { return layout.rank() > 0 && numel(layout) > 0; });
  if (id < 0) return false;
  const Layout& layout = draft.state.at(id);
  const int64_t dim = drawDim(draft, layout.rank());
  const int64_t size = layout.sizes[wrapDim(dim, layout.rank())];
  const int64_t index = draft.choices.between(0, size - 1);
  add(call, TensorRef{id});
  add(call, dim);
  add(call, draft.choices.oneIn(8) ? index - size : index);
  return true;
}

void selectMend(const LayoutState& state, Call& call) {
  if (!shaped<TensorRef, int64_t, int64_t>(call)) return;
  const Layout& layout = self(state, call);
  if (layout.rank() == 0) return;
  mendDim(*argument<int64_t>(call, 1), layout.rank());
  const int64_t size = layout.sizes[wrapDim(integer(call, 1), layout.rank())];
  mendInto(*argument<int64_t>(call, 2), -size, size - 1);
}

// ---- slice.Tensor(self, dim, start, end, step); start and end may be None

bool isSlice(const Call& call) {
  return call.args.size() == 5 && argument<TensorRef>(call, 0) && argument<int64_t>(call, 1) &&
         isBound(call, 2) && isBound(call, 3) && argument<int64_t>(call, 4);
}

Outcome sliceRule(const LayoutState& state, const Call& call) {
  if (!isSlice(call)) return Outcome::dontKnow();
  Layout layout = self(state, call);
  if (layout.rank() == 0) return Outcome::refuse("slice needs at least one dim");
  if (!dimFits(integer(call, 1), layout.rank())) return badDim(integer(call, 1), layout.rank());
  const int64_t dim = wrapDim(integer(call, 1), layout.rank());
  const int64_t step = integer(call, 4);
  if (step <= 0) return Outcome::refuse("the step is not positive");
  const int64_t size = layout.sizes[dim];
  int64_t stride = 0;
  if (__builtin_mul_overflow(layout.strides[dim], step, &stride)) return Outcome::dontKnow();
  return Outcome::one(
      sliced(layout, dim, bound(call, 2).value_or(0), bound(call, 3).value_or(size), step));
}

bool sliceDraw(Draft& draft, Call& call) {
  if (!drawSelf(draft, call, 1)) return false;
  const Layout& layout = self(draft.state, call);
  const int64_t dim = drawDim(draft, layout.rank());
  const int64_t size = layout.sizes[wrapDim(dim, layout.rank())];
  add(call, dim);
  const int64_t start = draft.choices.between(0, std::max<int64_t>(size - 1, 0));
  const int64_t end = draft.choices.between(start, size);
  if (draft.choices.oneIn(6)) {
    add(call, None{});
  } else {
    add(call, draft.choices.oneIn(8) ? start - size : start);
  }
  // To the end is what people write most.
  if (draft.choices.oneIn(3)) {
    add(call, draft.choices.oneIn(2) ? Value(None{}) : Value(std::numeric_limits<int64_t>::max()));
  } else {
    add(call, end);
  }
  add(call, draft.choices.oneIn(2) ? int64_t{1} : draft.choices.between(1, 3));
  return true;
}

void sliceMend(const LayoutState& state, Call& call) {
  if (!isSlice(call)) return;
  mendDim(*argument<int64_t>(call, 1), self(state, call).rank());
  auto& step = *argument<int64_t>(call, 4);
  step = std::max<int64_t>(step, 1);
}

// ---- narrow(self, dim, start, length)

Outcome narrowRule(const LayoutState& state, const Call& call) {
  if (!shaped<TensorRef, int64_t, int64_t, int64_t>(call)) return Outcome::dontKnow();
  Layout layout = self(state, call);
  if (layout.rank() == 0) return Outcome::refuse("narrow needs at least one dim");
  if (!dimFits(integer(call, 1), layout.rank())) return badDim(integer(call, 1), layout.rank());
  const int64_t dim = wrapDim(integer(call, 1), layout.rank());
  const int64_t size = layout.sizes[dim];
  const int64_t start = integer(call, 2);
  const int64_t length = integer(call, 3);
  if (length < 0) return Outcome::refuse("the length is negative");
  if (start < -size || start > size) return Outcome::refuse("the start is not in [-size, size]");
  const int64_t from = start < 0 ? start + size : start;
  if (length > size - from) return Outcome::refuse("start + length is beyond the size");
  return Outcome::one(narrowed(layout, dim, from, length));
}

bool narrowDraw(Draft& draft, Call& call) {
  if (!drawSelf(draft, call, 1)) return false;
  const Layout& layout = self(draft.state, call);
  const int64_t dim = drawDim(draft, layout.rank());
  const int64_t size = layout.sizes[wrapDim(dim, layout.rank())];
  const int64_t start = draft.choices.between(0, std::max<int64_t>(size - 1, 0));
  add(call, dim);
  add(call, start);
  add(call, draft.choices.between(size > start && !draft.choices.oneIn(20) ? 1 : 0, size - start));
  return true;
}

void narrowMend(const LayoutState& state, Call& call) {
  if (!shaped<TensorRef, int64_t, int64_t, int64_t>(call)) return;
  const Layout& layout = self(state, call);
  if (layout.rank() == 0) return;
  mendDim(*argument<int64_t>(call, 1), layout.rank());
  const int64_t size = layout.sizes[wrapDim(integer(call, 1), layout.rank())];
  auto& start = *argument<int64_t>(call, 2);
  mendInto(start, -size, size);
  mendInto(*argument<int64_t>(call, 3), 0, size - (start < 0 ? start + size : start));
}

// ---- transpose.int(self, dim0, dim1)

Outcome transposeRule(const LayoutState& state, const Call& call) {
  if (!shaped<TensorRef, int64_t, int64_t>(call)) return Outcome::dontKnow();
  Layout layout = self(state, call);
  for (const size_t i : {1, 2}) {
    if (!dimFits(integer(call, i), layout.rank())) return badDim(integer(call, i), layout.rank());
  }
  return Outcome::one(transposed(layout, wrapDim(integer(call, 1), layout.rank()),
                                 wrapDim(integer(call, 2), layout.rank())));
}

bool transposeDraw(Draft& draft, Call& call) {
  if (!drawSelf(draft, call, draft.choices.oneIn(30) ? 0 : 2)) return false;
  const int64_t rank = self(draft.state, call).rank();
  add(call, drawDim(draft, rank));
  add(call, drawDim(draft, rank));
  return true;
}

void transposeMend(const LayoutState& state, Call& call) {
  if (!shaped<TensorRef, int64_t, int64_t>(call)) return;
  for (const size_t i : {1, 2}) mendDim(*argument<int64_t>(call, i), self(state, call).rank());
}

// ---- unsqueeze(self, dim)

Outcome unsqueezeRule(const LayoutState& state, const Call& call) {
  if (!shaped<TensorRef, int64_t>(call)) return Outcome::dontKnow();
  Layout layout = self(state, call);
  const int64_t rank = layout.rank();
  if (!dimFits(integer(call, 1), rank + 1)) return badDim(integer(call, 1), rank + 1);
  const int64_t dim = wrapDim(integer(call, 1), rank + 1);
  return Outcome::one(unsqueezed(layout, dim));
}

bool unsqueezeDraw(Draft& draft, Call& call) {
  const int id = draft.tensor([&](const Layout& l) { return l.rank() <= draft.shapes.max_rank; });
  if (id < 0) return false;
  add(call, TensorRef{id});
  add(call, drawDim(draft, draft.state.at(id).rank() + 1));
  return true;
}

void unsqueezeMend(const LayoutState& state, Call& call) {
  if (shaped<TensorRef, int64_t>(call))
    mendDim(*argument<int64_t>(call, 1), self(state, call).rank() + 1);
}

// ---- squeeze(self), squeeze.dim(self, dim)

Outcome squeezeRule(const LayoutState& state, const Call& call) {
  if (!shaped<TensorRef>(call)) return Outcome::dontKnow();
  return Outcome::one(squeezed(self(state, call), [](int64_t) { return true; }));
}

Outcome squeezeDimRule(const LayoutState& state, const Call& call) {
  if (!shaped<TensorRef, int64_t>(call)) return Outcome::dontKnow();
  Layout layout = self(state, call);
  if (!dimFits(integer(call, 1), layout.rank())) return badDim(integer(call, 1), layout.rank());
  const int64_t dim = wrapDim(integer(call, 1), layout.rank());
  return Outcome::one(squeezed(layout, [&](int64_t d) { return d == dim; }));
}

bool squeezeDimDraw(Draft& draft, Call& call) {
  if (!drawSelf(draft, call, 0)) return false;
  add(call, drawDim(draft, self(draft.state, call).rank()));
  return true;
}

void squeezeDimMend(const LayoutState& state, Call& call) {
  if (shaped<TensorRef, int64_t>(call))
    mendDim(*argument<int64_t>(call, 1), self(state, call).rank());
}

// ---- split.Tensor(self, split_size, dim)

Outcome splitRule(const LayoutState& state, const Call& call) {
  if (!shaped<TensorRef, int64_t, int64_t>(call)) return Outcome::dontKnow();
  const Layout& layout = self(state, call);
  const int64_t piece = integer(call, 1);
  if (layout.rank() == 0) return Outcome::refuse("split needs at least one dim");
  if (!dimFits(integer(call, 2), layout.rank())) return badDim(integer(call, 2), layout.rank());
  const int64_t dim = wrapDim(integer(call, 2), layout.rank());
  const int64_t size = layout.sizes[dim];
  if (piece < 0 || (piece == 0 && size != 0))
    return Outcome::refuse("the split size is not positive");
  const int64_t pieces = piece == 0 ? 1 : std::max<int64_t>(size / piece + (size % piece != 0), 1);
  if (pieces != call.results) return Outcome::dontKnow();
  Outcome outcome;
  for (int64_t i = 0; i < pieces; ++i) {
    outcome.results.push_back(narrowed(layout, dim, i * piece, std::min(piece, size - i * piece)));
  }
  return outcome;
}

bool splitDraw(Draft& draft, Call& call) {
  if (!drawSelf(draft, call, 1)) return false;
  const Layout& layout = self(draft.state, call);
  const int64_t dim = drawDim(draft, layout.rank());
  const int64_t size = layout.sizes[wrapDim(dim, layout.rank())];
  const int64_t piece =
      draft.choices.between(std::max<int64_t>((size + 3) / 4, 1), std::max<int64_t>(size, 1));
  call.results = static_cast<int>(std::max<int64_t>((size + piece - 1) / piece, 1));
  add(call, piece);
  add(call, dim);
  return true;
}

void splitMend(const LayoutState& state, Call& call) {
  if (!shaped<TensorRef, int64_t, int64_t>(call) || self(state, call).rank() == 0) return;
  const Layout& layout = self(state, call);
  mendDim(*argument<int64_t>(call, 2), layout.rank());
  const int64_t size = layout.sizes[wrapDim(integer(call, 2), layout.rank())];
  const int64_t results = std::max(call.results, 1);
  auto& piece = *argument<int64_t>(call, 1);
  // The results are named by later statements, so their number stays and the piece gives way.
  if (piece <= 0 || std::max<int64_t>((size + piece - 1) / piece, 1) != results) {
    piece = std::max<int64_t>((size + results - 1) / results, 1);
  }
}

// ---- detach(self), alias(self)

Outcome sameRule(const LayoutState& state, const Call& call) {
  return shaped<TensorRef>(call) ? Outcome::one(self(state, call)) : Outcome::dontKnow();
}

}  // namespace

std::vector<Op> basicViews() {
  const auto view = Kind::view;
  return {
      {"aten.select.int", view, selectRule, selectDraw, selectMend, "{0}.select({1}, {2})", {1}},
      {"aten.slice.Tensor",
       view,
       sliceRule,
       sliceDraw,
       sliceMend,
       "{0}[{before}{2}:{3}:{4}{after}]",
       {1}},
      {"aten.narrow", view, narrowRule, narrowDraw, narrowMend, "{0}.narrow({1}, {2}, {3})", {1}},
      {"aten.transpose.int",
       view,
       transposeRule,
       transposeDraw,
       transposeMend,
       "{0}.transpose({1}, {2})",
       {1, 2}},
      {"aten.unsqueeze",
       view,
       unsqueezeRule,
       unsqueezeDraw,
       unsqueezeMend,
       "{0}.unsqueeze({1})",
       {1}},
      {"aten.squeeze", view, squeezeRule, anySelfDraw, nothingToMend, "{0}.squeeze()"},
      {"aten.squeeze.dim",
       view,
       squeezeDimRule,
       squeezeDimDraw,
       squeezeDimMend,
       "{0}.squeeze({1})",
       {1}},
      {"aten.split.Tensor", view, splitRule, splitDraw, splitMend, "{0}.split({1}, {2})", {2}},
      {"aten.detach", view, sameRule, anySelfDraw, nothingToMend, "{0}.detach()"},
      {"aten.alias", view, sameRule, anySelfDraw, nothingToMend, ""},
  };
}

}  // namespace viewfuzz
