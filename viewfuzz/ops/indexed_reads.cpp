// Reads of the places that an index tensor names, new and into `out`.

#include "viewfuzz/ops/indexing.h"
#include "viewfuzz/ops/ops.h"

namespace viewfuzz {
namespace {

// ---- index_select(self, dim, index), gather(self, dim, index), take(self, index)

bool isIndex(const Layout& layout) { return layout.dtype == Dtype::Long && numel(layout) > 0; }

Outcome indexSelectRule(const LayoutState& state, const Call& call) {
  if (!shaped<TensorRef, int64_t, TensorRef>(call)) return Outcome::dontKnow();
  const Layout& layout = self(state, call);
  const Layout& index = *tensorArgument(state, call, 2);
  if (layout.rank() == 0 || numel(layout) == 0 || index.rank() != 1 || !isIndex(index))
    return Outcome::dontKnow();
  if (!dimFits(integer(call, 1), layout.rank())) return badDim(integer(call, 1), layout.rank());
  Dims sizes = layout.sizes;
  sizes[static_cast<size_t>(wrapDim(integer(call, 1), layout.rank()))] = index.sizes[0];
  return Outcome::one(contiguousLayout(sizes, layout.dtype));
}

Outcome gatherRule(const LayoutState& state, const Call& call) {
  if (!shaped<TensorRef, int64_t, TensorRef>(call)) return Outcome::dontKnow();
  const Layout& layout = self(state, call);
  const Layout& index = *tensorArgument(state, call, 2);
  if (layout.rank() == 0 || numel(layout) == 0 || index.rank() != layout.rank() ||
      !isIndex(index) || !isArithmetic(layout.dtype) || !dimFits(integer(call, 1), layout.rank()))
    return Outcome::dontKnow();
  for (int64_t d = 0; d < layout.rank(); ++d) {
    if (d != wrapDim(integer(call, 1), layout.rank()) && index.sizes[d] > layout.sizes[d])
      return Outcome::dontKnow();
  }
  return Outcome::one(contiguousLayout(index.sizes, layout.dtype));
}

template <bool Gathers>
bool selectDraw(Draft& draft, Call& call) {
  const int id = draft.tensor([](const Layout& layout) {
    return layout.rank() > 0 && numel(layout) > 0 && (!Gathers || isArithmetic(layout.dtype));
  });
  if (id < 0) return false;
  const Layout layout = draft.state.at(id);
  const int64_t dim = drawDim(draft, layout.rank());
  const auto along = static_cast<size_t>(wrapDim(dim, layout.rank()));
  Dims sizes = Gathers ? layout.sizes : Dims{0};
  sizes[Gathers ? along : 0] = draft.choices.between(1, std::min<int64_t>(layout.sizes[along], 8));
  add(call, TensorRef{id});
  add(call, dim);
  add(call, TensorRef{drawIndex(draft, sizes, Gathers ? static_cast<int64_t>(along) : 0,
                                layout.sizes[along], false)});
  return true;
}

Outcome takeRule(const LayoutState& state, const Call& call) {
  if (!shaped<TensorRef, TensorRef>(call)) return Outcome::dontKnow();
  const Layout& layout = self(state, call);
  const Layout& index = *tensorArgument(state, call, 1);
  if (numel(layout) == 0 || !isIndex(index) || !isArithmetic(layout.dtype))
    return Outcome::dontKnow();
  return Outcome::one(contiguousLayout(index.sizes, layout.dtype));
}

bool takeDraw(Draft& draft, Call& call) {
  const int id = draft.tensor(
      [](const Layout& layout) { return numel(layout) > 0 && isArithmetic(layout.dtype); });
  if (id < 0) return false;
  const Dims sizes = {draft.choices.between(1, 3), draft.choices.between(1, 3)};
  const int64_t count = numel(draft.state.at(id));
  add(call, TensorRef{id});
  add(call, TensorRef{drawIndex(draft, sizes, 1, count, true)});
  return true;
}

}  // namespace

std::vector<Op> indexedReads() {
  return {
      {.name = "aten.index_select",
       .kind = Kind::compute,
       .rule = indexSelectRule,
       .draw = selectDraw<false>,
       .mend = mendDimArgument,
       .python = "{0}.index_select({1}, {2})",
       .dim_args = {1},
       .reads_values = true},
      {.name = "aten.gather",
       .kind = Kind::compute,
       .rule = gatherRule,
       .draw = selectDraw<true>,
       .mend = mendDimArgument,
       .python = "{0}.gather({1}, {2})",
       .dim_args = {1},
       .reads_values = true},
      {.name = "aten.take",
       .kind = Kind::compute,
       .rule = takeRule,
       .draw = takeDraw,
       .python = "{0}.take({1})",
       .reads_values = true},
      {.name = "aten.index_select.out",
       .kind = Kind::write,
       .rule = outRuleOf<indexSelectRule>,
       .draw = outDrawOf<indexSelectRule, selectDraw<false>>,
       .mend = outMendOf<mendDimArgument>,
       .python = "torch.index_select({0}, {1}, {2}, out={3})",
       .dest = 3,
       .reads_values = true},
      {.name = "aten.gather.out",
       .kind = Kind::write,
       .rule = outRuleOf<gatherRule>,
       .draw = outDrawOf<gatherRule, selectDraw<true>>,
       .mend = outMendOf<mendDimArgument>,
       .python = "torch.gather({0}, {1}, {2}, out={3})",
       .dest = 3,
       .reads_values = true},
  };
}

}  // namespace viewfuzz
