// Views that put dims in another order, split one, or drop some.

#include <numeric>

#include "viewfuzz/ops/arguments.h"
#include "viewfuzz/ops/ops.h"

namespace viewfuzz {
namespace {

// ---- t(self), numpy_T(self), mT(self), and with conjugation: adjoint, mH, matrix_H

Outcome tRule(const LayoutState& state, const Call& call) {
  if (!shaped<TensorRef>(call)) return Outcome::dontKnow();
  const Layout& layout = self(state, call);
  if (layout.rank() > 2) return Outcome::refuse("t takes at most two dims");
  return Outcome::one(layout.rank() < 2 ? layout : transposed(layout, 0, 1));
}

bool matrixDraw(Draft& draft, Call& call) {
  const bool any = draft.choices.oneIn(10);
  const int id =
      draft.tensor([&](const Layout& l) { return l.rank() == 2 || (any && l.rank() < 2); });
  if (id < 0) return false;
  add(call, TensorRef{id});
  return true;
}

Outcome reversedRule(const LayoutState& state, const Call& call) {
  if (!shaped<TensorRef>(call)) return Outcome::dontKnow();
  const Layout& layout = self(state, call);
  Dims order(layout.sizes.size());
  std::iota(order.rbegin(), order.rend(), int64_t{0});
  return Outcome::one(permuted(layout, order));
}

Outcome matrices(const LayoutState& state, const Call& call, int64_t max_rank, bool conjugates) {
  if (!shaped<TensorRef>(call)) return Outcome::dontKnow();
  const Layout& layout = self(state, call);
  const int64_t rank = layout.rank();
  if (rank == 0) return Outcome::dontKnow();  // deprecated
  if (rank == 1 || rank > max_rank) return Outcome::refuse("it takes matrices");
  const Layout swapped = transposed(layout, rank - 2, rank - 1);
  const bool conj = conjugates && category(layout.dtype) == Category::complex;
  return Outcome::one(conj ? conjugated(swapped) : swapped);
}

Outcome mTRule(const LayoutState& state, const Call& call) {
  return matrices(state, call, kMaxRank, false);
}
Outcome adjointRule(const LayoutState& state, const Call& call) {
  return matrices(state, call, kMaxRank, true);
}
Outcome matrixHRule(const LayoutState& state, const Call& call) {
  return matrices(state, call, 2, true);
}
bool matricesDraw(Draft& draft, Call& call) { return drawSelf(draft, call, 2); }

// ---- movedim.int(self, source, destination), movedim.intlist(self, source, destination)

Outcome moved(const Layout& layout, const Dims& from, const Dims& to) {
  const int64_t rank = layout.rank();
  if (from.size() != to.size()) return Outcome::refuse("not as many sources as destinations");
  for (const auto* list : {&from, &to}) {
    for (const int64_t dim : *list) {
      if (!dimFits(dim, rank)) return badDim(dim, rank);
    }
    if (distinctDims(*list, rank).size() != list->size())
      return Outcome::refuse("a dim is named twice");
  }
  if (rank == 0) return Outcome::one(layout);
  Dims order(layout.sizes.size(), -1);
  std::vector<bool> taken(layout.sizes.size());
  for (size_t i = 0; i < from.size(); ++i) {
    order[wrapDim(to[i], rank)] = wrapDim(from[i], rank);
    taken[static_cast<size_t>(wrapDim(from[i], rank))] = true;
  }
  size_t next = 0;
  for (auto& dim : order) {
    if (dim >= 0) continue;
    while (taken[next]) ++next;
    dim = static_cast<int64_t>(next++);
  }
  return Outcome::one(permuted(layout, order));
}

Outcome movedimRule(const LayoutState& state, const Call& call) {
  if (!shaped<TensorRef, int64_t, int64_t>(call)) return Outcome::dontKnow();
  return moved(self(state, call), {integer(call, 1)}, {integer(call, 2)});
}

bool twoDimsDraw(Draft& draft, Call& call) {
  if (!drawSelf(draft, call, draft.choices.oneIn(30) ? 0 : 2)) return false;
  const int64_t rank = self(draft.state, call).rank();
  add(call, drawDim(draft, rank));
  add(call, drawDim(draft, rank));
  return true;
}

void twoDimsMend(const LayoutState& state, Call& call) {
  if (!shaped<TensorRef, int64_t, int64_t>(call)) return;
  for (const size_t i : {1, 2}) mendDim(*argument<int64_t>(call, i), self(state, call).rank());
}

Outcome movedimListRule(const LayoutState& state, const Call& call) {
  if (!shaped<TensorRef, Dims, Dims>(call)) return Outcome::dontKnow();
  return moved(self(state, call), dims(call, 1), dims(call, 2));
}

Dims drawDistinctDims(Draft& draft, int64_t rank) {
  Dims drawn;
  for (int64_t d = 0; d < rank; ++d) {
    const int64_t place = draft.choices.between(0, d);
    drawn.insert(drawn.begin() + place, draft.choices.oneIn(8) ? d - rank : d);
  }
  return drawn;
}

bool movedimListDraw(Draft& draft, Call& call) {
  if (!drawSelf(draft, call, 2)) return false;
  const int64_t rank = self(draft.state, call).rank();
  Dims from = drawDistinctDims(draft, rank);
  Dims to = drawDistinctDims(draft, rank);
  const auto count = static_cast<size_t>(draft.choices.between(1, rank));
  from.resize(count);
  to.resize(count);
  add(call, from);
  add(call, to);
  return true;
}

void movedimListMend(const LayoutState& state, Call& call) {
  if (!shaped<TensorRef, Dims, Dims>(call)) return;
  Dims from = distinctDims(dims(call, 1), self(state, call).rank());
  Dims to = distinctDims(dims(call, 2), self(state, call).rank());
  const size_t count = std::min(from.size(), to.size());
  from.resize(count);
  to.resize(count);
  *argument<Dims>(call, 1) = from;
  *argument<Dims>(call, 2) = to;
}

// ---- squeeze.dims(self, dim)

Outcome squeezeDimsRule(const LayoutState& state, const Call& call) {
  if (!shaped<TensorRef, Dims>(call)) return Outcome::dontKnow();
  const Layout& layout = self(state, call);
  const int64_t rank = layout.rank();
  for (const int64_t dim : dims(call, 1)) {
    if (!dimFits(dim, rank)) return badDim(dim, rank);
  }
  if (distinctDims(dims(call, 1), rank).size() != dims(call, 1).size())
    return Outcome::refuse("a dim is named twice");
  return Outcome::one(squeezed(layout, [&](int64_t d) {
    return std::any_of(dims(call, 1).begin(), dims(call, 1).end(),
                       [&](int64_t dim) { return wrapDim(dim, rank) == d; });
  }));
}

bool squeezeDimsDraw(Draft& draft, Call& call) {
  if (!drawSelf(draft, call, 0)) return false;
  const int64_t rank = self(draft.state, call).rank();
  Dims drawn = drawDistinctDims(draft, rank);
  drawn.resize(static_cast<size_t>(draft.choices.between(0, rank)));
  add(call, drawn);
  return true;
}

void squeezeDimsMend(const LayoutState& state, Call& call) {
  if (!shaped<TensorRef, Dims>(call)) return;
  *argument<Dims>(call, 1) = distinctDims(dims(call, 1), self(state, call).rank());
}

}  // namespace

std::vector<Op> axisViews() {
  const Op transpose = entryOf(basicViews(), "aten.transpose.int");
  const Op diagonal = entryOf(stridedViews(), "aten.diagonal");
  const Op movedim = {.name = "aten.movedim.int",
                      .kind = Kind::view,
                      .rule = movedimRule,
                      .draw = twoDimsDraw,
                      .mend = twoDimsMend,
                      .python = "{0}.movedim({1}, {2})",
                      .dim_args = {1, 2}};
  const Op movedims = {.name = "aten.movedim.intlist",
                       .kind = Kind::view,
                       .rule = movedimListRule,
                       .draw = movedimListDraw,
                       .mend = movedimListMend,
                       .python = "{0}.movedim({1}, {2})"};
  return {
      underName(transpose, "aten.swapaxes", "{0}.swapaxes({1}, {2})"),
      underName(transpose, "aten.swapdims", "{0}.swapdims({1}, {2})"),
      underName(diagonal, "aten.linalg_diagonal",
                "torch.linalg.diagonal({0}, offset={1}, dim1={2}, dim2={3})"),
      {.name = "aten.t",
       .kind = Kind::view,
       .rule = tRule,
       .draw = matrixDraw,
       .python = "{0}.t()"},
      {.name = "aten.numpy_T",
       .kind = Kind::view,
       .rule = reversedRule,
       .draw = anySelfDraw,
       .python = "{0}.T"},
      {.name = "aten.mT",
       .kind = Kind::view,
       .rule = mTRule,
       .draw = matricesDraw,
       .python = "{0}.mT"},
      {.name = "aten.mH",
       .kind = Kind::view,
       .rule = adjointRule,
       .draw = matricesDraw,
       .python = "{0}.mH"},
      {.name = "aten.adjoint",
       .kind = Kind::view,
       .rule = adjointRule,
       .draw = matricesDraw,
       .python = "{0}.adjoint()"},
      {.name = "aten.matrix_H",
       .kind = Kind::view,
       .rule = matrixHRule,
       .draw = matrixDraw,
       .python = "{0}.H"},
      movedim,
      underName(movedim, "aten.moveaxis.int", "{0}.moveaxis({1}, {2})"),
      movedims,
      underName(movedims, "aten.moveaxis.intlist", "{0}.moveaxis({1}, {2})"),
      {.name = "aten.squeeze.dims",
       .kind = Kind::view,
       .rule = squeezeDimsRule,
       .draw = squeezeDimsDraw,
       .mend = squeezeDimsMend},
  };
}

}  // namespace viewfuzz
