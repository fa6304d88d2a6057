// Views of a window of one dim.

#include "viewfuzz/ops/arguments.h"
#include "viewfuzz/ops/ops.h"

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
  // People mostly write windows that go to the end.
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

}  // namespace

std::vector<Op> windowViews() {
  return {
      {.name = "aten.select.int",
       .kind = Kind::view,
       .rule = selectRule,
       .draw = selectDraw,
       .mend = selectMend,
       .python = "{0}.select({1}, {2})",
       .dim_args = {1}},
      {.name = "aten.slice.Tensor",
       .kind = Kind::view,
       .rule = sliceRule,
       .draw = sliceDraw,
       .mend = sliceMend,
       .python = "{0}[{before}{2}:{3}:{4}{after}]",
       .shortcut = PythonShortcut::ofWhole,
       .dim_args = {1}},
      {.name = "aten.narrow",
       .kind = Kind::view,
       .rule = narrowRule,
       .draw = narrowDraw,
       .mend = narrowMend,
       .python = "{0}.narrow({1}, {2}, {3})",
       .dim_args = {1}},
  };
}

}  // namespace viewfuzz
