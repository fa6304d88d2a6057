// index.Tensor and index_put_: `t[:, i]`, `t[i, j] = v`, `t[mask] = v`.

#include "viewfuzz/ops/indexing.h"
#include "viewfuzz/ops/ops.h"

namespace viewfuzz {
namespace {

/// What the indices make of a tensor.
struct Indexed {
  Layout result;             ///< as a new tensor
  std::vector<int> tensors;  ///< the index tensors
};

/// The byte strides of an index tensor as an operand that covers all `sizes` of the result. ATen
/// first gives the tensor dims of size 1 for those that it lacks, with the strides that a view with
/// such dims has, and then broadcasts it. If the result has size 1 there too, these strides still
/// decide the order of the dims.
Dims spread(Layout index, const Dims& common, int64_t place, const Dims& sizes) {
  while (index.sizes.size() < common.size()) index = unsqueezed(std::move(index), 0);
  for (size_t d = 0; d < common.size(); ++d) {
    if (index.sizes[d] != common[d]) index.strides[d] = 0;
    index.sizes[d] = common[d];
  }
  Dims inserted(sizes.size(), 1);
  std::copy(common.begin(), common.end(), inserted.begin() + place);
  // Only dims of size 1 are added, so there always is such a view.
  Dims strides = viewStrides(index, inserted).value();
  for (size_t d = 0; d < sizes.size(); ++d)
    strides[d] = inserted[d] == sizes[d] ? strides[d] * itemsize(index.dtype) : 0;
  return strides;
}

/// None if the rule does not know such indices: it knows int64 tensors and `None`.
std::optional<Indexed> indexed(const LayoutState& state, const Layout& base,
                               const TensorList& indices) {
  if (indices.size() > base.sizes.size() || numel(base) == 0) return std::nullopt;
  Indexed at;
  Dims common;
  int64_t first = -1;
  int64_t last = -1;
  for (size_t d = 0; d < indices.size(); ++d) {
    if (!indices[d]) continue;
    const Layout& index = state.at(indices[d]->id);
    if (index.dtype != Dtype::Long || index.hasBit()) return std::nullopt;
    const auto sizes = broadcastSizes(common, index.sizes);
    if (!sizes) return std::nullopt;
    common = *sizes;
    at.tensors.push_back(indices[d]->id);
    if (first < 0) first = static_cast<int64_t>(d);
    last = static_cast<int64_t>(d);
  }
  if (at.tensors.empty()) return std::nullopt;
  // If the indexed dims lie side by side, the dims of the indices take their place. Otherwise they
  // come first.
  const bool side_by_side = last - first + 1 == static_cast<int64_t>(at.tensors.size());
  const int64_t place = side_by_side ? first : 0;
  const Layout source = base.hasBit() ? cloned(base) : base;
  Dims sizes;
  Dims strides;  // of the source, in bytes: the iterator sees it as not moving along an index
  for (int64_t d = 0; d < base.rank(); ++d) {
    if (static_cast<size_t>(d) < indices.size() && indices[static_cast<size_t>(d)]) continue;
    sizes.push_back(source.sizes[d]);
    strides.push_back(source.strides[d] * itemsize(source.dtype));
  }
  sizes.insert(sizes.begin() + place, common.begin(), common.end());
  strides.insert(strides.begin() + place, common.size(), 0);
  std::vector<Dims> operands = {strides};
  for (const int id : at.tensors) operands.push_back(spread(state.at(id), common, place, sizes));
  at.result = contiguousLayout(sizes, base.dtype);
  at.result.strides = denseLike(sizes, operands);
  return at;
}

/// Draws the index tensors of some dims of `base`.
TensorList drawIndices(Draft& draft, const Layout& base, bool negative) {
  const auto rank = base.sizes.size();
  std::vector<bool> chosen(rank);
  chosen[draft.choices.below(rank)] = true;
  if (draft.choices.oneIn(3)) chosen[draft.choices.below(rank)] = true;
  if (draft.choices.oneIn(6)) chosen[draft.choices.below(rank)] = true;
  int64_t count = 8;
  for (size_t d = 0; d < rank; ++d) {
    if (chosen[d]) count = std::min(count, base.sizes[d]);
  }
  count = draft.choices.between(1, count);
  const bool crossed = draft.choices.oneIn(4);  // the first one as a column, the rest as rows
  const bool scalars = !crossed && draft.choices.oneIn(12);
  TensorList indices;
  bool first = true;
  for (size_t d = 0; d < rank; ++d) {
    indices.emplace_back();
    if (!chosen[d]) continue;
    Dims sizes = {count};
    if (crossed && first) sizes = {std::min<int64_t>(base.sizes[d], 3), 1};
    if (scalars) sizes = {};
    first = false;
    indices.back() = TensorRef{drawIndex(draft, sizes, 0, base.sizes[d], negative)};
  }
  while (!indices.back()) indices.pop_back();
  return indices;
}

void mendIndices(const LayoutState& state, Call& call) {
  // The index tensors move forward with the rank of the tensor.
  auto* indices = argument<TensorList>(call, 1);
  if (!indices || !argument<TensorRef>(call, 0)) return;
  const auto rank = self(state, call).sizes.size();
  while (indices->size() > std::max<size_t>(rank, 1) && !indices->front())
    indices->erase(indices->begin());
}

// ---- index.Tensor(self, indices)

Outcome indexRule(const LayoutState& state, const Call& call) {
  if (!shaped<TensorRef, TensorList>(call)) return Outcome::dontKnow();
  const auto at = indexed(state, self(state, call), *argument<TensorList>(call, 1));
  return at ? Outcome::one(at->result) : Outcome::dontKnow();
}

bool indexDraw(Draft& draft, Call& call) {
  const int base =
      draft.tensor([](const Layout& layout) { return layout.rank() > 0 && numel(layout) > 0; });
  if (base < 0) return false;
  const Layout layout = draft.state.at(base);
  add(call, TensorRef{base});
  add(call, drawIndices(draft, layout, true));
  return true;
}

// ---- index_put_(self, indices, values, accumulate)

/// `t[mask] = v`: one mask over the dims from its place on, and a single value.
bool isMaskedPut(const LayoutState& state, const Layout& dest, const TensorList& indices,
                 const Layout& values) {
  for (size_t d = 0; d < indices.size(); ++d) {
    if (!indices[d]) continue;
    const Layout& mask = state.at(indices[d]->id);
    if (mask.dtype != Dtype::Bool || mask.rank() == 0 || d + 1 != indices.size()) return false;
    if (d + mask.sizes.size() > dest.sizes.size()) return false;
    return values.rank() == 0 && std::equal(mask.sizes.begin(), mask.sizes.end(),
                                            dest.sizes.begin() + static_cast<int64_t>(d));
  }
  return false;
}

Outcome indexPutRule(const LayoutState& state, const Call& call) {
  if (!shaped<TensorRef, TensorList, TensorRef, bool>(call)) return Outcome::dontKnow();
  const Layout& dest = self(state, call);
  const Layout& values = *tensorArgument(state, call, 2);
  if (!isArithmetic(dest.dtype)) return Outcome::dontKnow();
  const auto& indices = *argument<TensorList>(call, 1);
  const bool masked = isMaskedPut(state, dest, indices, values);
  const auto at = indexed(state, dest, indices);
  if (!at && !masked) return Outcome::dontKnow();
  if (values.dtype != dest.dtype) {
    // With a mask, ATen turns a write of a single value on the host into masked_fill_, which
    // converts the value.
    return masked ? Outcome::dontKnow() : Outcome::refuse("the values have another dtype");
  }
  if (!masked && !broadcastsTo(values.sizes, at->result.sizes)) {
    return Outcome::refuse("the values do not broadcast to the indexed elements");
  }
  return openIfShared(state, call).value_or(Outcome{});
}

bool indexPutDraw(Draft& draft, Call& call) {
  const int dest = draft.tensor([](const Layout& layout) {
    return layout.rank() > 0 && numel(layout) > 0 && isArithmetic(layout.dtype) &&
           !selfOverlaps(layout);
  });
  if (dest < 0) return false;
  const Layout target = draft.state.at(dest);
  add(call, TensorRef{dest});
  if (draft.choices.oneIn(4)) {
    const auto lead = draft.choices.below(target.sizes.size());
    const auto dims = draft.choices.between(1, static_cast<int64_t>(target.sizes.size() - lead));
    TensorList indices(lead);
    const DimsView masked = DimsView(target.sizes).subspan(lead, static_cast<size_t>(dims));
    indices.push_back(TensorRef{draft.sourceLike(masked, Dtype::Bool)});
    add(call, indices);
    add(call, TensorRef{draft.sourceLike({}, target.dtype)});
  } else {
    add(call, drawIndices(draft, target, true));
    const auto at = indexed(draft.state, target, *argument<TensorList>(call, 1));
    if (!at) return false;
    Dims sizes = at->result.sizes;
    if (draft.choices.oneIn(4) && !sizes.empty()) draft.choices.pick(sizes) = 1;
    add(call, TensorRef{draft.sourceLike(sizes, target.dtype)});
  }
  add(call, draft.choices.oneIn(4));
  return true;
}

}  // namespace

std::vector<Op> advancedIndexing() {
  return {
      {.name = "aten.index.Tensor",
       .kind = Kind::compute,
       .rule = indexRule,
       .draw = indexDraw,
       .mend = mendIndices,
       .python = "{0}[{1}]",
       .shortcut = PythonShortcut::ofScalarIndex,
       .reads_values = true},
      {.name = "aten.index_put_",
       .kind = Kind::write,
       .rule = indexPutRule,
       .draw = indexPutDraw,
       .mend = mendIndices,
       .python = "{0}.index_put_({1}, {2}, accumulate={3})",
       .reads_values = true,
       .open = OpenValues::indexTuples},
  };
}

}  // namespace viewfuzz
