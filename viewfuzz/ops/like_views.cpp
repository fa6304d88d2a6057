// Views whose shape comes from another tensor, from one dim, or is flat.

#include "viewfuzz/ops/arguments.h"
#include "viewfuzz/ops/ops.h"
#include "viewfuzz/ops/shaping.h"

namespace viewfuzz {
namespace {

// ---- expand_as(self, other), view_as(self, other), reshape_as(self, other)

template <Outcome (*Shape)(const Layout&, const Dims&)>
Outcome likeRule(const LayoutState& state, const Call& call) {
  if (!shaped<TensorRef, TensorRef>(call)) return Outcome::dontKnow();
  return Shape(self(state, call), state.at(tensorId(call, 1)).sizes);
}

bool expandAsDraw(Draft& draft, Call& call) {
  const int other = draft.tensor();
  if (other < 0) return false;
  const Layout& like = draft.state.at(other);
  const int id =
      draft.tensor([&](const Layout& layout) { return broadcastsTo(layout.sizes, like.sizes); });
  add(call, TensorRef{id});
  add(call, TensorRef{other});
  return true;
}

bool shapeAsDraw(Draft& draft, Call& call) {
  if (!drawSelf(draft, call, 0)) return false;
  const Layout layout = self(draft.state, call);
  int other = draft.tensor([&](const Layout& like) {
    return like.sizes != layout.sizes && viewStrides(layout, like.sizes);
  });
  if (other < 0 || draft.choices.oneIn(2))
    other = draft.sourceLike(regroup(draft, layout.sizes), layout.dtype);
  add(call, TensorRef{other});
  return true;
}

// ---- flatten.using_ints(self, start_dim, end_dim), ravel(self)

Outcome flattenRule(const LayoutState& state, const Call& call) {
  if (!shaped<TensorRef, int64_t, int64_t>(call)) return Outcome::dontKnow();
  const Layout& layout = self(state, call);
  for (const size_t i : {1, 2}) {
    if (!dimFits(integer(call, i), layout.rank())) return badDim(integer(call, i), layout.rank());
  }
  if (layout.rank() == 0) return reshapeWith(layout, {1});
  const int64_t first = wrapDim(integer(call, 1), layout.rank());
  const int64_t last = wrapDim(integer(call, 2), layout.rank());
  if (first > last) return Outcome::refuse("the first dim comes after the last");
  if (first == last) return Outcome::same(state, tensorId(call, 0));
  Dims sizes(layout.sizes.begin(), layout.sizes.begin() + first);
  sizes.push_back(numel(DimsView(layout.sizes.begin() + first, layout.sizes.begin() + last + 1)));
  sizes.append(layout.sizes.begin() + last + 1, layout.sizes.end());
  return reshapeWith(layout, sizes);
}

bool flattenDraw(Draft& draft, Call& call) {
  if (!drawSelf(draft, call, draft.choices.oneIn(10) ? 0 : 2)) return false;
  const int64_t rank = std::max<int64_t>(self(draft.state, call).rank(), 1);
  const int64_t first = draft.choices.between(0, rank - 1);
  const int64_t last = draft.choices.between(first, rank - 1);
  add(call, draft.choices.oneIn(8) ? first - rank : first);
  add(call, draft.choices.oneIn(2) ? last - rank : last);
  return true;
}

void flattenMend(const LayoutState& state, Call& call) {
  if (!shaped<TensorRef, int64_t, int64_t>(call)) return;
  const int64_t rank = self(state, call).rank();
  auto& first = *argument<int64_t>(call, 1);
  auto& last = *argument<int64_t>(call, 2);
  mendDim(first, rank);
  mendDim(last, rank);
  if (wrapDim(first, rank) > wrapDim(last, rank)) std::swap(first, last);
}

Outcome ravelRule(const LayoutState& state, const Call& call) {
  if (!shaped<TensorRef>(call)) return Outcome::dontKnow();
  Layout layout = self(state, call);
  if (!isContiguous(layout)) {
    layout.strides = contiguousStrides(layout.sizes);
    layout = inNewStorage(layout);
  }
  return viewWith(layout, {-1});
}

// ---- unflatten.int(self, dim, sizes)

Outcome unflattenRule(const LayoutState& state, const Call& call) {
  if (!shaped<TensorRef, int64_t, Dims>(call)) return Outcome::dontKnow();
  const Layout& layout = self(state, call);
  if (layout.rank() == 0) return Outcome::refuse("unflatten needs at least one dim");
  if (!dimFits(integer(call, 1), layout.rank())) return badDim(integer(call, 1), layout.rank());
  const int64_t dim = wrapDim(integer(call, 1), layout.rank());
  const auto parts = inferSizes(dims(call, 2), layout.sizes[dim]);
  if (dims(call, 2).empty() || !parts) return Outcome::refuse("the sizes do not fit the dim");
  Dims sizes = layout.sizes;
  sizes.erase(sizes.begin() + dim);
  sizes.insert(sizes.begin() + dim, parts->begin(), parts->end());
  return viewWith(layout, sizes);
}

bool unflattenDraw(Draft& draft, Call& call) {
  if (!drawSelf(draft, call, 1)) return false;
  const Layout& layout = self(draft.state, call);
  if (layout.rank() > draft.shapes.max_rank) return false;
  const int64_t dim = drawDim(draft, layout.rank());
  const int64_t size = layout.sizes[wrapDim(dim, layout.rank())];
  int64_t factor = draft.choices.between(1, std::max<int64_t>(size, 1));
  while (size % factor != 0) --factor;
  Dims sizes = {factor, size / factor};
  if (size > 0 && draft.choices.oneIn(4)) draft.choices.pick(sizes) = -1;
  add(call, dim);
  add(call, sizes);
  return true;
}

void unflattenMend(const LayoutState& state, Call& call) {
  if (!shaped<TensorRef, int64_t, Dims>(call) || self(state, call).rank() == 0) return;
  const Layout& layout = self(state, call);
  mendDim(*argument<int64_t>(call, 1), layout.rank());
  const int64_t size = layout.sizes[wrapDim(integer(call, 1), layout.rank())];
  auto& sizes = *argument<Dims>(call, 2);
  if (sizes.empty() || !inferSizes(sizes, size)) sizes = {size};
}

// ---- narrow.Tensor(self, dim, start, length): the start is a number in a tensor

std::optional<int64_t> startOf(const LayoutState& state, const Call& call) {
  const auto elements = state.elementsOf(tensorId(call, 2));
  return elements && elements->size() == 1 ? std::optional(elements->front()) : std::nullopt;
}

Outcome narrowTensorRule(const LayoutState& state, const Call& call) {
  if (!shaped<TensorRef, int64_t, TensorRef, int64_t>(call)) return Outcome::dontKnow();
  if (state.at(tensorId(call, 2)).rank() != 0) return Outcome::refuse("the start has dims");
  const auto start = startOf(state, call);
  if (!start) return Outcome::dontKnow();
  Call plain = call;
  plain.args[2].value = *start;
  static const auto narrow = entryOf(windowViews(), "aten.narrow").rule;
  return narrow(state, plain);
}

bool narrowTensorDraw(Draft& draft, Call& call) {
  if (!drawSelf(draft, call, 1)) return false;
  const int64_t dim = drawDim(draft, self(draft.state, call).rank());
  const int64_t size = self(draft.state, call).sizes[wrapDim(dim, self(draft.state, call).rank())];
  const int64_t start = draft.choices.between(0, std::max<int64_t>(size - 1, 0));
  const int64_t length = draft.choices.between(std::min<int64_t>(size, 1), size - start);
  const bool from_the_back = draft.choices.oneIn(4);
  add(call, dim);
  add(call, TensorRef{drawBounds(draft, {from_the_back ? start - size : start}, true)});
  add(call, length);
  return true;
}

void narrowTensorMend(const LayoutState& state, Call& call) {
  if (!shaped<TensorRef, int64_t, TensorRef, int64_t>(call)) return;
  const Layout& layout = self(state, call);
  if (layout.rank() == 0) return;
  mendDim(*argument<int64_t>(call, 1), layout.rank());
  const int64_t size = layout.sizes[wrapDim(integer(call, 1), layout.rank())];
  const int64_t start = startOf(state, call).value_or(0);
  mendInto(*argument<int64_t>(call, 3), 0, size - (start < 0 ? start + size : start));
}

}  // namespace

std::vector<Op> likeViews() {
  std::vector<Op> table = {
      underName(entryOf(shapeViews(), "aten.expand"), "aten.broadcast_to", "{0}.broadcast_to({1})"),
      {.name = "aten.expand_as",
       .kind = Kind::view,
       .rule = likeRule<expandTo>,
       .draw = expandAsDraw,
       .python = "{0}.expand_as({1})"},
      {.name = "aten.view_as",
       .kind = Kind::view,
       .rule = likeRule<viewWith>,
       .draw = shapeAsDraw,
       .python = "{0}.view_as({1})"},
      {.name = "aten.reshape_as",
       .kind = Kind::view,
       .rule = likeRule<reshapeWith>,
       .draw = shapeAsDraw,
       .python = "{0}.reshape_as({1})"},
      {.name = "aten.flatten.using_ints",
       .kind = Kind::view,
       .rule = flattenRule,
       .draw = flattenDraw,
       .mend = flattenMend,
       .python = "{0}.flatten({1}, {2})",
       .dim_args = {1, 2}},
      {.name = "aten.ravel",
       .kind = Kind::view,
       .rule = ravelRule,
       .draw = anySelfDraw,
       .python = "{0}.ravel()"},
      {.name = "aten.unflatten.int",
       .kind = Kind::view,
       .rule = unflattenRule,
       .draw = unflattenDraw,
       .mend = unflattenMend,
       .python = "{0}.unflatten({1}, {2})",
       .dim_args = {1}},
      {.name = "aten.narrow.Tensor",
       .kind = Kind::view,
       .rule = narrowTensorRule,
       .draw = narrowTensorDraw,
       .mend = narrowTensorMend,
       .python = "{0}.narrow({1}, {2}, {3})",
       .dim_args = {1}},
  };
  return table;
}

}  // namespace viewfuzz
