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
  // In a narrower dtype it is open when the sum overflows.
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
  for (int i = 0; i < 2; ++i) add(call, TensorRef{draft.sourceLike(view(shape), layout.dtype)});
  return true;
}

}  // namespace

std::vector<Op> reductions() {
  const auto reduce = [](std::string_view name, auto rule, std::string_view python, DtypeSet takes,
                         bool inexact, bool (*draw)(Draft&, Call&) = reduceDraw) {
    return withTraits({name, Kind::compute, rule, draw, reduceMend, python}, takes, inexact);
  };
  const auto truth = [](std::string_view name, std::string_view python) {
    return withTraits({name, Kind::compute, truthRule, truthDraw, mendDimArgument, python, {1}},
                      kAllArithmetic, false, true);
  };
  const auto extreme = [](std::string_view name, std::string_view python) {
    return withTraits({name, Kind::compute, extremeRule, extremeDraw, nothingToMend, python},
                      kOrdered);
  };
  const auto alongDim = [](std::string_view name, Kind kind, auto rule, std::string_view python,
                           DtypeSet takes) {
    return withTraits({name, kind, rule, alongDimDraw, mendDimArgument, python, {1}}, takes, true);
  };
  return {
      reduce("aten.sum.dim_IntList", reduceRule<true>, "{0}.sum({1}, {2})", kAllArithmetic, true,
             sumDraw),
      reduce("aten.mean.dim", reduceRule<false>, "{0}.mean({1}, {2})", kFloats, true),
      reduce("aten.amax", reduceRule<false>, "{0}.amax({1}, {2})", kOrdered, false),
      reduce("aten.amin", reduceRule<false>, "{0}.amin({1}, {2})", kOrdered, false),
      truth("aten.any.dim", "{0}.any({1}, {2})"),
      truth("aten.all.dim", "{0}.all({1}, {2})"),
      extreme("aten.max", "{0}.max()"),
      extreme("aten.min", "{0}.min()"),
      alongDim("aten.cumsum", Kind::compute, alongDimRule<true>, "{0}.cumsum({1})", kAllArithmetic),
      alongDim("aten.softmax.int", Kind::compute, alongDimRule<false>, "{0}.softmax({1})", kFloats),
      alongDim("aten.cumsum_", Kind::write, alongDimRule<true>, "{0}.cumsum_({1})", kNumbers),
      alongDim("aten.cumprod_", Kind::write, alongDimRule<true>, "{0}.cumprod_({1})", kNumbers),
      withTraits({"aten.layer_norm", Kind::compute, layerNormRule, layerNormDraw, nothingToMend,
                  "torch.nn.functional.layer_norm({0}, {1}, {2}, {3})"},
                 kFloats, true, true),
      intoDest(withTraits({"aten.sum.IntList_out", Kind::write, outRuleOf<reduceRule<true>>,
                           outDrawOf<reduceRule<true>, reduceDraw>, outMendOf<reduceMend>,
                           "torch.sum({0}, {1}, {2}, out={3})"},
                          kAllArithmetic, true),
               3),
      intoDest(withTraits({"aten.cumsum.out",
                           Kind::write,
                           outRuleOf<alongDimRule<true>>,
                           outDrawOf<alongDimRule<true>, alongDimDraw>,
                           outMendOf<mendDimArgument>,
                           "torch.cumsum({0}, {1}, out={2})",
                           {1}},
                          kAllArithmetic, true),
               2),
  };
}

}  // namespace viewfuzz
