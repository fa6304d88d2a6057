// Ops whose results lie in new storage.

#include "viewfuzz/program/ops/elementwise.h"
#include "viewfuzz/program/ops/ops.h"

namespace viewfuzz {
namespace {

Dims broadcastByteStrides(const Layout& layout, DimsView sizes) {
  Dims strides(sizes.size(), 0);
  const size_t lead = sizes.size() - layout.sizes.size();
  for (size_t d = 0; d < layout.sizes.size(); ++d) {
    const bool expanded = layout.sizes[d] == 1 && sizes[lead + d] != 1;
    strides[lead + d] = expanded ? 0 : layout.strides[d] * itemsize(layout.dtype);
  }
  return strides;
}

// ---- clone(self)

Outcome cloneRule(const LayoutState& state, const Call& call) {
  if (!shaped<TensorRef>(call)) return Outcome::dontKnow();
  Layout layout = self(state, call);
  layout.strides = preservedStrides(layout);
  return Outcome::one(inNewStorage(layout));
}

// ---- sum.dim_IntList(self, dim, keepdim)

Outcome sumRule(const LayoutState& state, const Call& call) {
  if (!shaped<TensorRef, Dims, bool>(call)) return Outcome::dontKnow();
  const Layout& layout = self(state, call);
  const Dims& reduced = dims(call, 1);
  if (reduced.empty() || !isArithmetic(layout.dtype)) return Outcome::dontKnow();
  std::vector<bool> gone(layout.sizes.size());
  for (const int64_t dim : reduced) {
    if (!dimFits(dim, layout.rank())) return badDim(dim, layout.rank());
    if (layout.rank() == 0) continue;
    const auto d = static_cast<size_t>(wrapDim(dim, layout.rank()));
    if (gone[d]) return Outcome::refuse("a dim is named twice");
    gone[d] = true;
  }
  if (layout.rank() == 0 && reduced.size() > 1) return Outcome::dontKnow();
  Layout sum;
  sum.dtype = category(layout.dtype) <= Category::integral ? Dtype::Long : layout.dtype;
  for (size_t d = 0; d < layout.sizes.size(); ++d) {
    if (!gone[d]) {
      sum.sizes.push_back(layout.sizes[d]);
    } else if (*argument<bool>(call, 2)) {
      sum.sizes.push_back(1);
    }
  }
  sum.strides = contiguousStrides(view(sum.sizes));
  return Outcome::one(sum);
}

bool sumDraw(Draft& draft, Call& call) {
  const int id = draft.tensor([](const Layout& layout) { return isArithmetic(layout.dtype); });
  if (id < 0) return false;
  const int64_t rank = draft.state.at(id).rank();
  Dims reduced;
  for (int64_t d = 0; d < rank; ++d) {
    if (draft.choices.oneIn(3)) reduced.push_back(d);
  }
  if (reduced.empty()) reduced.push_back(drawDim(draft, rank));
  add(call, TensorRef{id});
  add(call, reduced);
  add(call, draft.choices.oneIn(2));
  return true;
}

void sumMend(const LayoutState& state, Call& call) {
  if (!shaped<TensorRef, Dims, bool>(call)) return;
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

// ---- add.Tensor(self, other)

Outcome addRule(const LayoutState& state, const Call& call) {
  if (!shaped<TensorRef, TensorRef>(call)) return Outcome::dontKnow();
  const Layout& a = self(state, call);
  const Layout& b = state.at(std::get<TensorRef>(call.args[1].value).id);
  const auto sizes = broadcastSizes(view(a.sizes), view(b.sizes));
  if (!sizes) return Outcome::refuse("the operands do not broadcast");
  if (a.dtype != b.dtype || !isArithmetic(a.dtype)) return Outcome::dontKnow();
  Layout sum{*sizes, {}, 0, a.dtype, -1};
  const bool same_sizes = a.sizes == b.sizes;
  if (same_sizes && isContiguous(a) && isContiguous(b)) {
    sum.strides = contiguousStrides(view(sum.sizes));
  } else if (same_sizes && a.strides == b.strides && isNonOverlappingAndDense(a)) {
    sum.strides = a.strides;
  } else {
    sum.strides = denseLike(view(sum.sizes), {broadcastByteStrides(a, view(sum.sizes)),
                                              broadcastByteStrides(b, view(sum.sizes))});
  }
  return Outcome::one(sum);
}

bool addDraw(Draft& draft, Call& call) {
  const int a = draft.tensor([](const Layout& layout) { return isArithmetic(layout.dtype); });
  if (a < 0) return false;
  const Layout& first = draft.state.at(a);
  const int b = draft.tensor([&](const Layout& layout) {
    if (layout.dtype != first.dtype) return false;
    const auto sizes = broadcastSizes(view(first.sizes), view(layout.sizes));
    return sizes && numel(view(*sizes)) <= 2 * draft.shapes.max_numel;
  });
  if (b < 0) return false;
  add(call, TensorRef{a});
  add(call, TensorRef{b});
  return true;
}

}  // namespace

std::vector<Op> reads() {
  const auto compute = Kind::compute;
  return {
      {"aten.clone", compute, cloneRule, anySelfDraw, nothingToMend, "{0}.clone()"},
      {"aten.sum.dim_IntList", compute, sumRule, sumDraw, sumMend, "{0}.sum({1}, {2})", {}, true},
      {"aten.add.Tensor", compute, addRule, addDraw, nothingToMend, "{0} + {1}"},
  };
}

}  // namespace viewfuzz
