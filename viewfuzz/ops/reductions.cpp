// Ops that take the elements along some dims together: reductions, scans, softmax, layer norm.

#include "viewfuzz/ops/formats.h"
#include "viewfuzz/ops/indexing.h"
#include "viewfuzz/ops/ops.h"

namespace viewfuzz {
namespace {

/// Whole numbers are summed up in int64.
Dtype sumDtype(Dtype dtype) { return category(dtype) <= Category::integral ? Dtype::Long : dtype; }

/// The dtype of that kind that holds most.
Dtype widest(Dtype dtype) {
  if (category(dtype) == Category::floating) return Dtype::Double;
  return category(dtype) == Category::complex ? Dtype::ComplexDouble : Dtype::Long;
}

// ---- sum.dim_IntList, mean.dim, amax, amin (self, dim, keepdim); a sum can name its dtype

Outcome reduced(const Layout& layout, const Dims& reduced_dims, bool keepdim, Dtype dtype) {
  std::vector<bool> gone(layout.sizes.size());
  for (const int64_t dim : reduced_dims) {
    if (!dimFits(dim, layout.rank())) return badDim(dim, layout.rank());
    if (layout.rank() == 0) continue;
    const auto d = static_cast<size_t>(wrapDim(dim, layout.rank()));
    if (gone[d]) return Outcome::refuse("a dim is named twice");
    gone[d] = true;
  }
  if (layout.rank() == 0 && reduced_dims.size() > 1) return Outcome::dontKnow();
  Dims sizes;
  for (size_t d = 0; d < layout.sizes.size(); ++d) {
    if (!gone[d]) {
      sizes.push_back(layout.sizes[d]);
    } else if (keepdim) {
      sizes.push_back(1);
    }
  }
  return Outcome::one(contiguousLayout(sizes, dtype));
}

template <bool Sums>
Outcome reduceRule(const LayoutState& state, const Call& call) {
  const auto given = named(call, 3, {"dtype"});
  if (!given || (given->dtype && !Sums) || !argument<TensorRef>(call, 0) ||
      !argument<Dims>(call, 1) || !argument<bool>(call, 2))
    return Outcome::dontKnow();
  const Layout& layout = self(state, call);
  // In a narrower dtype the result is open if the sum overflows.
  if (given->dtype && *given->dtype != widest(layout.dtype)) return Outcome::dontKnow();
  if (dims(call, 1).empty() || !contains(call.entry->takes, layout.dtype))
    return Outcome::dontKnow();
  if (!Sums && numel(layout) == 0) return Outcome::dontKnow();  // there is no largest of nothing
  return reduced(layout, dims(call, 1), *argument<bool>(call, 2),
                 given->dtype ? *given->dtype
                 : Sums       ? sumDtype(layout.dtype)
                              : layout.dtype);
}

int drawTaken(Draft& draft, const Call& call) {
  return draft.tensor([&](const Layout& layout) {
    return contains(call.entry->takes, layout.dtype) && numel(layout) > 0;
  });
}

bool reduceDraw(Draft& draft, Call& call) {
  const int id = drawTaken(draft, call);
  if (id < 0) return false;
  const int64_t rank = draft.state.at(id).rank();
  Dims reduced_dims;
  for (int64_t d = 0; d < rank; ++d) {
    if (draft.choices.oneIn(3)) reduced_dims.push_back(d);
  }
  if (reduced_dims.empty()) reduced_dims.push_back(drawDim(draft, rank));
  add(call, TensorRef{id});
  add(call, reduced_dims);
  add(call, draft.choices.oneIn(2));
  return true;
}

bool sumDraw(Draft& draft, Call& call) {
  if (!reduceDraw(draft, call)) return false;
  if (draft.choices.oneIn(4)) call.args.push_back({"dtype", widest(self(draft.state, call).dtype)});
  return true;
}

void reduceMend(const LayoutState& state, Call& call) {
  if (!argument<TensorRef>(call, 0) || !argument<Dims>(call, 1)) return;
  const int64_t rank = self(state, call).rank();
  Dims mended;
  for (int64_t dim : dims(call, 1)) {
    mendDim(dim, rank);
    const bool repeated = std::any_of(mended.begin(), mended.end(), [&](int64_t other) {
      return wrapDim(other, rank) == wrapDim(dim, rank);
    });
    if (!repeated) mended.push_back(dim);
  }
  *argument<Dims>(call, 1) = mended;
}

// ---- any.dim, all.dim (self, dim, keepdim): bool, and uint8 of uint8

Outcome truthRule(const LayoutState& state, const Call& call) {
  if (!shaped<TensorRef, int64_t, bool>(call)) return Outcome::dontKnow();
  const Layout& layout = self(state, call);
  if (!isArithmetic(layout.dtype)) return Outcome::dontKnow();
  return reduced(layout, {integer(call, 1)}, *argument<bool>(call, 2),
                 layout.dtype == Dtype::Byte ? Dtype::Byte : Dtype::Bool);
}

// ---- max(self), min(self)

Outcome extremeRule(const LayoutState& state, const Call& call) {
  if (!shaped<TensorRef>(call)) return Outcome::dontKnow();
  const Layout& layout = self(state, call);
  if (numel(layout) == 0 || !contains(call.entry->takes, layout.dtype)) return Outcome::dontKnow();
  return Outcome::one(contiguousLayout({}, layout.dtype));
}

bool extremeDraw(Draft& draft, Call& call) {
  const int id = drawTaken(draft, call);
  if (id >= 0) add(call, TensorRef{id});
  return id >= 0;
}

// ---- cumsum(self, dim), softmax.int(self, dim); cumsum_ and cumprod_ in place

bool alongDimDraw(Draft& draft, Call& call) {
  const bool in_place = call.entry->kind == Kind::write && call.entry->dest == 0;
  const int id = draft.tensor([&](const Layout& layout) {
    return contains(call.entry->takes, layout.dtype) && numel(layout) > 0 &&
           !(in_place && selfOverlaps(layout));
  });
  if (id < 0) return false;
  add(call, TensorRef{id});
  add(call, drawDim(draft, draft.state.at(id).rank()));
  return true;
}

bool truthDraw(Draft& draft, Call& call) {
  if (!alongDimDraw(draft, call)) return false;
  add(call, draft.choices.oneIn(2));
  return true;
}

template <bool Sums>
Outcome alongDimRule(const LayoutState& state, const Call& call) {
  if (!shaped<TensorRef, int64_t>(call)) return Outcome::dontKnow();
  const Layout& layout = self(state, call);
  if (!contains(call.entry->takes, layout.dtype) || numel(layout) == 0) return Outcome::dontKnow();
  if (!dimFits(integer(call, 1), layout.rank())) return badDim(integer(call, 1), layout.rank());
  if (call.entry->kind == Kind::write && call.entry->dest == 0)
    return openIfShared(state, call).value_or(Outcome{});
  return Outcome::one(contiguousLayout(layout.sizes, Sums ? sumDtype(layout.dtype) : layout.dtype));
}

// ---- layer_norm(input, normalized_shape, weight, bias)

Outcome layerNormRule(const LayoutState& state, const Call& call) {
  if (!shaped<TensorRef, Dims, TensorRef, TensorRef>(call)) return Outcome::dontKnow();
  const Layout& layout = self(state, call);
  const Dims& shape = dims(call, 1);
  if (!contains(call.entry->takes, layout.dtype) || numel(layout) == 0 || shape.empty() ||
      shape.size() > layout.sizes.size() ||
      !std::equal(shape.begin(), shape.end(), layout.sizes.end() - shape.size()))
    return Outcome::dontKnow();
  for (size_t i = 2; i < 4; ++i) {
    const Layout& scale = *tensorArgument(state, call, i);
    if (scale.sizes != shape || scale.dtype != layout.dtype) return Outcome::dontKnow();
  }
  return Outcome::one(contiguousLayout(layout.sizes, layout.dtype));
}

bool layerNormDraw(Draft& draft, Call& call) {
  const int id = draft.tensor([&](const Layout& layout) {
    return layout.rank() > 0 && numel(layout) > 0 && contains(call.entry->takes, layout.dtype);
  });
  if (id < 0) return false;
  const Layout layout = draft.state.at(id);
  const Dims shape = {layout.sizes.back()};
  add(call, TensorRef{id});
  add(call, shape);
  for (int i = 0; i < 2; ++i) add(call, TensorRef{draft.sourceLike(shape, layout.dtype)});
  return true;
}

}  // namespace

std::vector<Op> reductions() {
  const Op max = {.name = "aten.max",
                  .kind = Kind::compute,
                  .rule = extremeRule,
                  .draw = extremeDraw,
                  .python = "{0}.max()",
                  .takes = kOrdered};
  const Op any = {.name = "aten.any.dim",
                  .kind = Kind::compute,
                  .rule = truthRule,
                  .draw = truthDraw,
                  .mend = mendDimArgument,
                  .python = "{0}.any({1}, {2})",
                  .dim_args = {1},
                  .jumps = true};
  const Op amax = {.name = "aten.amax",
                   .kind = Kind::compute,
                   .rule = reduceRule<false>,
                   .draw = reduceDraw,
                   .mend = reduceMend,
                   .python = "{0}.amax({1}, {2})",
                   .takes = kOrdered};
  return {
      {.name = "aten.sum.dim_IntList",
       .kind = Kind::compute,
       .rule = reduceRule<true>,
       .draw = sumDraw,
       .mend = reduceMend,
       .python = "{0}.sum({1}, {2})",
       .inexact = true},
      {.name = "aten.mean.dim",
       .kind = Kind::compute,
       .rule = reduceRule<false>,
       .draw = reduceDraw,
       .mend = reduceMend,
       .python = "{0}.mean({1}, {2})",
       .inexact = true,
       .takes = kFloats},
      amax,
      underName(amax, "aten.amin", "{0}.amin({1}, {2})"),
      any,
      underName(any, "aten.all.dim", "{0}.all({1}, {2})"),
      max,
      underName(max, "aten.min", "{0}.min()"),
      {.name = "aten.cumsum",
       .kind = Kind::compute,
       .rule = alongDimRule<true>,
       .draw = alongDimDraw,
       .mend = mendDimArgument,
       .python = "{0}.cumsum({1})",
       .dim_args = {1},
       .inexact = true},
      {.name = "aten.softmax.int",
       .kind = Kind::compute,
       .rule = alongDimRule<false>,
       .draw = alongDimDraw,
       .mend = mendDimArgument,
       .python = "{0}.softmax({1})",
       .dim_args = {1},
       .inexact = true,
       .takes = kFloats},
      {.name = "aten.cumsum_",
       .kind = Kind::write,
       .rule = alongDimRule<true>,
       .draw = alongDimDraw,
       .mend = mendDimArgument,
       .python = "{0}.cumsum_({1})",
       .dim_args = {1},
       .inexact = true,
       .takes = kNumbers},
      {.name = "aten.cumprod_",
       .kind = Kind::write,
       .rule = alongDimRule<true>,
       .draw = alongDimDraw,
       .mend = mendDimArgument,
       .python = "{0}.cumprod_({1})",
       .dim_args = {1},
       .inexact = true,
       .takes = kNumbers},
      {.name = "aten.layer_norm",
       .kind = Kind::compute,
       .rule = layerNormRule,
       .draw = layerNormDraw,
       .python = "torch.nn.functional.layer_norm({0}, {1}, {2}, {3})",
       .inexact = true,
       .jumps = true,
       .takes = kFloats},
      {.name = "aten.sum.IntList_out",
       .kind = Kind::write,
       .rule = outRuleOf<reduceRule<true>>,
       .draw = outDrawOf<reduceRule<true>, reduceDraw>,
       .mend = outMendOf<reduceMend>,
       .python = "torch.sum({0}, {1}, {2}, out={3})",
       .dest = 3,
       .inexact = true},
      {.name = "aten.cumsum.out",
       .kind = Kind::write,
       .rule = outRuleOf<alongDimRule<true>>,
       .draw = outDrawOf<alongDimRule<true>, alongDimDraw>,
       .mend = outMendOf<mendDimArgument>,
       .python = "torch.cumsum({0}, {1}, out={2})",
       .dim_args = {1},
       .dest = 2,
       .inexact = true},
  };
}

}  // namespace viewfuzz
