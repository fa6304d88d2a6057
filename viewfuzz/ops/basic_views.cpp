// Views that move, add, remove or split one dim and leave the others alone.

#include "viewfuzz/ops/arguments.h"
#include "viewfuzz/ops/ops.h"

namespace viewfuzz {
namespace {

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
  // Later statements name the results, so mending keeps their number and changes the size of the
  // pieces.
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
  return {
      {.name = "aten.transpose.int",
       .kind = Kind::view,
       .rule = transposeRule,
       .draw = transposeDraw,
       .mend = transposeMend,
       .python = "{0}.transpose({1}, {2})",
       .dim_args = {1, 2}},
      {.name = "aten.unsqueeze",
       .kind = Kind::view,
       .rule = unsqueezeRule,
       .draw = unsqueezeDraw,
       .mend = unsqueezeMend,
       .python = "{0}.unsqueeze({1})",
       .dim_args = {1}},
      {.name = "aten.squeeze",
       .kind = Kind::view,
       .rule = squeezeRule,
       .draw = anySelfDraw,
       .python = "{0}.squeeze()"},
      {.name = "aten.squeeze.dim",
       .kind = Kind::view,
       .rule = squeezeDimRule,
       .draw = squeezeDimDraw,
       .mend = squeezeDimMend,
       .python = "{0}.squeeze({1})",
       .dim_args = {1}},
      {.name = "aten.split.Tensor",
       .kind = Kind::view,
       .rule = splitRule,
       .draw = splitDraw,
       .mend = splitMend,
       .python = "{0}.split({1}, {2})",
       .dim_args = {2}},
      {.name = "aten.detach",
       .kind = Kind::view,
       .rule = sameRule,
       .draw = anySelfDraw,
       .python = "{0}.detach()"},
      {.name = "aten.alias", .kind = Kind::view, .rule = sameRule, .draw = anySelfDraw},
  };
}

}  // namespace viewfuzz
