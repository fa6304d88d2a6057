// Writes to the places that an index tensor names along one dim, or in the whole tensor.

#include "viewfuzz/ops/indexing.h"
#include "viewfuzz/ops/ops.h"

namespace viewfuzz {
namespace {

// ---- index_fill_(self, dim, index, value), index_copy_ and index_add_(self, dim, index, source)

/// The sizes of what is written to the indexed places; none if the rule knows no such call.
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

/// Draws the first three arguments; returns the sizes of the rows.
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
  add(call, TensorRef{drawIndex(draft, Dims{count}, 0, size, false)});
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
  add(call, TensorRef{draft.sourceLike(*rows, self(draft.state, call).dtype)});
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
  add(call, TensorRef{drawIndex(draft, sizes, 0, count, true)});
  add(call, TensorRef{draft.sourceLike(sizes, self(draft.state, call).dtype)});
  add(call, draft.choices.oneIn(4));
  return true;
}

Outcome maskedScatterRule(const LayoutState& state, const Call& call) {
  if (!shaped<TensorRef, TensorRef, TensorRef>(call)) return Outcome::dontKnow();
  const Layout& dest = self(state, call);
  const Layout* mask = tensorArgument(state, call, 1);
  const Layout* source = tensorArgument(state, call, 2);
  if (mask->dtype != Dtype::Bool || !isArithmetic(dest.dtype) || source->dtype != dest.dtype ||
      !broadcastsTo(mask->sizes, dest.sizes) || numel(*source) < numel(dest))
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
  add(call, TensorRef{draft.sourceLike(target.sizes, target.dtype)});
  return true;
}

}  // namespace

std::vector<Op> indexedWrites() {
  std::vector<Op> table = {
      {.name = "aten.index_fill_.int_Scalar",
       .kind = Kind::write,
       .rule = indexFillRule,
       .draw = indexFillDraw,
       .mend = mendDimArgument,
       .python = "{0}.index_fill_({1}, {2}, {3})",
       .dim_args = {1},
       .reads_values = true},
      {.name = "aten.index_fill_.int_Tensor",
       .kind = Kind::write,
       .rule = indexFillRule,
       .draw = indexFillTensorDraw,
       .mend = mendDimArgument,
       .python = "{0}.index_fill_({1}, {2}, {3})",
       .dim_args = {1},
       .reads_values = true},
      {.name = "aten.index_copy_",
       .kind = Kind::write,
       .rule = indexRowsRule,
       .draw = indexRowsDraw,
       .mend = mendDimArgument,
       .python = "{0}.index_copy_({1}, {2}, {3})",
       .dim_args = {1},
       .reads_values = true,
       .open = OpenValues::rowIndices},
      {.name = "aten.index_add_",
       .kind = Kind::write,
       .rule = indexRowsRule,
       .draw = indexRowsDraw,
       .mend = mendDimArgument,
       .python = "{0}.index_add_({1}, {2}, {3})",
       .dim_args = {1},
       .inexact = true,
       .reads_values = true,
       .takes = kNumbers},
      {.name = "aten.index_copy",
       .kind = Kind::compute,
       .rule = outOfPlace<indexRowsRule>,
       .draw = indexRowsDraw,
       .mend = mendDimArgument,
       .python = "{0}.index_copy({1}, {2}, {3})",
       .dim_args = {1},
       .reads_values = true,
       .open = OpenValues::rowIndices},
      {.name = "aten.index_add",
       .kind = Kind::compute,
       .rule = outOfPlace<indexRowsRule>,
       .draw = indexRowsDraw,
       .mend = mendDimArgument,
       .python = "{0}.index_add({1}, {2}, {3})",
       .dim_args = {1},
       .inexact = true,
       .reads_values = true,
       .takes = kNumbers},
      {.name = "aten.put_",
       .kind = Kind::write,
       .rule = putRule,
       .draw = putDraw,
       .python = "{0}.put_({1}, {2}, accumulate={3})",
       .reads_values = true,
       .open = OpenValues::flatIndices},
      {.name = "aten.masked_scatter_",
       .kind = Kind::write,
       .rule = maskedScatterRule,
       .draw = maskedScatterDraw,
       .python = "{0}.masked_scatter_({1}, {2})"},
  };
  const auto more = scatterWrites();
  table.insert(table.end(), more.begin(), more.end());
  return table;
}

}  // namespace viewfuzz
