// Writes to the places that an index tensor names along one dim, or in the whole tensor.

#include "viewfuzz/ops/indexing.h"
#include "viewfuzz/ops/ops.h"

namespace viewfuzz {
namespace {

bool isIndex(const Layout* layout) { return layout && layout->dtype == Dtype::Long; }

/// Some tensor of at least rank 1 to write to, with elements.
int drawIndexed(Draft& draft, DtypeSet takes) {
  return draft.tensor([&](const Layout& layout) {
    return layout.rank() > 0 && numel(layout) > 0 && contains(takes, layout.dtype) &&
           !selfOverlaps(layout);
  });
}

// ---- index_fill_(self, dim, index, value), index_copy_ and index_add_(self, dim, index, source)

/// The sizes of what goes to the indexed places; none: the rule knows no such call.
std::optional<Dims> indexedRows(const LayoutState& state, const Call& call) {
  if (call.args.size() != 4) return std::nullopt;
  const Layout* dest = tensorArgument(state, call, 0);
  const auto* dim = argument<int64_t>(call, 1);
  const Layout* index = tensorArgument(state, call, 2);
  const bool in_place = call.entry->kind == Kind::write;
  if (!dest || !dim || !isIndex(index) || index->rank() != 1 || (in_place && numel(*index) == 0))
    return std::nullopt;
  if (dest->rank() == 0 || numel(*dest) == 0 || !contains(call.entry->takes, dest->dtype) ||
      !dimFits(*dim, dest->rank()))
    return std::nullopt;
  Dims rows = dest->sizes;
  rows[static_cast<size_t>(wrapDim(*dim, dest->rank()))] = index->sizes[0];
  return rows;
}

Outcome indexFillRule(const LayoutState& state, const Call& call) {
  if (!indexedRows(state, call)) return Outcome::dontKnow();
  const Layout* value = tensorArgument(state, call, 3);
  const bool known = value ? value->rank() == 0 && value->dtype == self(state, call).dtype
                           : call.args[3].name.empty() && isSmall(call.args[3].value);
  if (!known) return Outcome::dontKnow();
  return openIfShared(state, call).value_or(Outcome{});
}

Outcome indexRowsRule(const LayoutState& state, const Call& call) {
  const auto rows = indexedRows(state, call);
  const Layout* source = tensorArgument(state, call, 3);
  if (!rows || !source || source->sizes != *rows || source->dtype != self(state, call).dtype)
    return Outcome::dontKnow();
  return openIfShared(state, call).value_or(Outcome{});
}

/// The first three arguments; gives the sizes of the rows.
std::optional<Dims> drawRows(Draft& draft, Call& call) {
  const int dest = drawIndexed(draft, call.entry->takes);
  if (dest < 0) return std::nullopt;
  const Layout target = draft.state.at(dest);
  const int64_t dim = drawDim(draft, target.rank());
  const int64_t size = target.sizes[static_cast<size_t>(wrapDim(dim, target.rank()))];
  int64_t count = draft.choices.between(1, std::min<int64_t>(size, 8));
  if (call.entry->kind == Kind::compute && draft.choices.oneIn(4)) count = 0;
  add(call, TensorRef{dest});
  add(call, dim);
  add(call, TensorRef{drawIndex(draft, view(Dims{count}), 0, size, false)});
  Dims rows = target.sizes;
  rows[static_cast<size_t>(wrapDim(dim, target.rank()))] = count;
  return rows;
}

bool indexFillDraw(Draft& draft, Call& call) {
  if (!drawRows(draft, call)) return false;
  add(call, drawNumber(draft));
  return true;
}

bool indexFillTensorDraw(Draft& draft, Call& call) {
  if (!drawRows(draft, call)) return false;
  add(call, TensorRef{draft.sourceLike({}, self(draft.state, call).dtype)});
  return true;
}

bool indexRowsDraw(Draft& draft, Call& call) {
  const auto rows = drawRows(draft, call);
  if (!rows) return false;
  add(call, TensorRef{draft.sourceLike(view(*rows), self(draft.state, call).dtype)});
  return true;
}

// ---- scatter_(self, dim, index, src or value[, reduce]) and its kin

/// Do `index`, and the dims of `other` that it reads or writes, fit?
bool fitsWithin(const Layout& index, const Layout& other, int64_t free_dim) {
  if (index.rank() != other.rank()) return false;
  for (int64_t d = 0; d < index.rank(); ++d) {
    if (d != free_dim && index.sizes[d] > other.sizes[d]) return false;
  }
  return true;
}

Outcome scatterRule(const LayoutState& state, const Call& call) {
  if (call.args.size() < 4) return Outcome::dontKnow();
  const Layout* dest = tensorArgument(state, call, 0);
  const auto* dim = argument<int64_t>(call, 1);
  const Layout* index = tensorArgument(state, call, 2);
  if (!dest || !dim || !isIndex(index)) return Outcome::dontKnow();
  if (dest->rank() == 0 || numel(*dest) == 0 || numel(*index) == 0 ||
      !contains(call.entry->takes, dest->dtype) || !dimFits(*dim, dest->rank()) ||
      !fitsWithin(*index, *dest, wrapDim(*dim, dest->rank())))
    return Outcome::dontKnow();
  const Layout* source = tensorArgument(state, call, 3);
  const bool known = source ? source->dtype == dest->dtype && fitsWithin(*index, *source, -1)
                            : call.args[3].name.empty() && isSmall(call.args[3].value);
  // What follows is one of the words that `draw` chooses from.
  if (!known || call.args.size() > 6) return Outcome::dontKnow();
  return openIfShared(state, call).value_or(Outcome{});
}

bool scatterDraw(Draft& draft, Call& call, bool from_tensor) {
  const int dest = drawIndexed(draft, call.entry->takes);
  if (dest < 0) return false;
  const Layout target = draft.state.at(dest);
  const int64_t dim = drawDim(draft, target.rank());
  const int64_t along = wrapDim(dim, target.rank());
  Dims sizes = target.sizes;
  for (auto& size : sizes) {
    if (draft.choices.oneIn(3)) size = draft.choices.between(1, size);
  }
  const int64_t size = target.sizes[static_cast<size_t>(along)];
  add(call, TensorRef{dest});
  add(call, dim);
  add(call, TensorRef{drawIndex(draft, view(sizes), along, size, false)});
  if (!from_tensor) {
    add(call, drawNumber(draft));
    return true;
  }
  if (draft.choices.oneIn(4)) ++draft.choices.pick(sizes);  // more than is read
  add(call, TensorRef{draft.sourceLike(view(sizes), target.dtype)});
  return true;
}

bool scatterSourceDraw(Draft& draft, Call& call) { return scatterDraw(draft, call, true); }
bool scatterValueDraw(Draft& draft, Call& call) { return scatterDraw(draft, call, false); }

template <bool FromTensor>
bool scatterReducingDraw(Draft& draft, Call& call) {
  if (!scatterDraw(draft, call, FromTensor)) return false;
  call.args.push_back({"reduce", std::string(draft.choices.oneIn(2) ? "add" : "multiply")});
  return true;
}

bool scatterReduceDraw(Draft& draft, Call& call) {
  if (!scatterDraw(draft, call, true)) return false;
  static constexpr const char* kReductions[] = {"sum", "prod", "amax", "amin"};
  add(call, std::string(kReductions[draft.choices.below(4)]));
  call.args.push_back({"include_self", draft.choices.oneIn(2)});
  return true;
}

// ---- put_(self, index, source, accumulate), masked_scatter_(self, mask, source)

Outcome putRule(const LayoutState& state, const Call& call) {
  if (!shaped<TensorRef, TensorRef, TensorRef, bool>(call)) return Outcome::dontKnow();
  const Layout& dest = self(state, call);
  const Layout* index = tensorArgument(state, call, 1);
  const Layout* source = tensorArgument(state, call, 2);
  if (!isIndex(index) || numel(dest) == 0 || !contains(call.entry->takes, dest.dtype) ||
      source->dtype != dest.dtype || numel(*source) != numel(*index))
    return Outcome::dontKnow();
  return openIfShared(state, call).value_or(Outcome{});
}

bool putDraw(Draft& draft, Call& call) {
  const int dest = drawIndexed(draft, call.entry->takes);
  if (dest < 0) return false;
  const int64_t count = numel(draft.state.at(dest));
  const Dims sizes = {draft.choices.between(1, std::min<int64_t>(count, 8))};
  add(call, TensorRef{dest});
  add(call, TensorRef{drawIndex(draft, view(sizes), 0, count, true)});
  add(call, TensorRef{draft.sourceLike(view(sizes), self(draft.state, call).dtype)});
  add(call, draft.choices.oneIn(4));
  return true;
}

Outcome maskedScatterRule(const LayoutState& state, const Call& call) {
  if (!shaped<TensorRef, TensorRef, TensorRef>(call)) return Outcome::dontKnow();
  const Layout& dest = self(state, call);
  const Layout* mask = tensorArgument(state, call, 1);
  const Layout* source = tensorArgument(state, call, 2);
  if (mask->dtype != Dtype::Bool || !isArithmetic(dest.dtype) || source->dtype != dest.dtype ||
      !broadcastsTo(view(mask->sizes), view(dest.sizes)) || numel(*source) < numel(dest))
    return Outcome::dontKnow();
  return openIfShared(state, call).value_or(Outcome{});
}

bool maskedScatterDraw(Draft& draft, Call& call) {
  const int dest = drawDestination(draft, isArithmetic);
  if (dest < 0) return false;
  const Layout target = draft.state.at(dest);
  add(call, TensorRef{dest});
  add(call,
      TensorRef{drawOperand(draft, dest, Sharing::mustBeDisjoint, Dtype::Bool,
                            [](const Layout& layout) { return layout.dtype == Dtype::Bool; })});
  add(call, TensorRef{draft.sourceLike(view(target.sizes), target.dtype)});
  return true;
}

/// The same into a copy of the tensor.
template <auto Rule>
Outcome outOfPlace(const LayoutState& state, const Call& call) {
  const Outcome in_place = Rule(state, call);
  if (!in_place.accepted()) return in_place;
  const Layout& layout = self(state, call);
  return Outcome::one(contiguousLayout(layout.sizes, layout.dtype));
}

}  // namespace

std::vector<Op> indexedWrites() {
  const auto alongDim = [](std::string_view name, auto rule, auto draw, std::string_view python,
                           DtypeSet takes, bool inexact = false) {
    return readingValues(
        withTraits({name, Kind::write, rule, draw, mendDimArgument, python, {1}}, takes, inexact));
  };
  const auto copying = [](std::string_view name, auto rule, auto draw, std::string_view python,
                          DtypeSet takes, bool inexact = false) {
    return readingValues(withTraits({name, Kind::compute, rule, draw, mendDimArgument, python, {1}},
                                    takes, inexact));
  };
  return {
      alongDim("aten.index_fill_.int_Scalar", indexFillRule, indexFillDraw,
               "{0}.index_fill_({1}, {2}, {3})", kAllArithmetic),
      alongDim("aten.index_fill_.int_Tensor", indexFillRule, indexFillTensorDraw,
               "{0}.index_fill_({1}, {2}, {3})", kAllArithmetic),
      alongDim("aten.index_copy_", indexRowsRule, indexRowsDraw, "{0}.index_copy_({1}, {2}, {3})",
               kAllArithmetic),
      alongDim("aten.index_add_", indexRowsRule, indexRowsDraw, "{0}.index_add_({1}, {2}, {3})",
               kNumbers, true),
      alongDim("aten.scatter_.src", scatterRule, scatterSourceDraw, "{0}.scatter_({1}, {2}, {3})",
               kAllArithmetic),
      alongDim("aten.scatter_.value", scatterRule, scatterValueDraw, "{0}.scatter_({1}, {2}, {3})",
               kAllArithmetic),
      alongDim("aten.scatter_.reduce", scatterRule, scatterReducingDraw<true>,
               "{0}.scatter_({1}, {2}, {3}, reduce={4})", kReals, true),
      alongDim("aten.scatter_.value_reduce", scatterRule, scatterReducingDraw<false>,
               "{0}.scatter_({1}, {2}, {3}, reduce={4})", kReals, true),
      alongDim("aten.scatter_add_", scatterRule, scatterSourceDraw,
               "{0}.scatter_add_({1}, {2}, {3})", kNumbers, true),
      alongDim("aten.scatter_reduce_.two", scatterRule, scatterReduceDraw,
               "{0}.scatter_reduce_({1}, {2}, {3}, {4}, include_self={5})", kReals, true),
      copying("aten.index_copy", outOfPlace<indexRowsRule>, indexRowsDraw,
              "{0}.index_copy({1}, {2}, {3})", kAllArithmetic),
      copying("aten.index_add", outOfPlace<indexRowsRule>, indexRowsDraw,
              "{0}.index_add({1}, {2}, {3})", kNumbers, true),
      copying("aten.scatter.src", outOfPlace<scatterRule>, scatterSourceDraw,
              "{0}.scatter({1}, {2}, {3})", kAllArithmetic),
      readingValues({"aten.put_", Kind::write, putRule, putDraw, nothingToMend,
                     "{0}.put_({1}, {2}, accumulate={3})"}),
      {"aten.masked_scatter_", Kind::write, maskedScatterRule, maskedScatterDraw, nothingToMend,
       "{0}.masked_scatter_({1}, {2})"},
  };
}

}  // namespace viewfuzz
