// Ops that write to their first operand.

#include "viewfuzz/program/ops/elementwise.h"
#include "viewfuzz/program/ops/ops.h"

namespace viewfuzz {
namespace {

// ---- copy_(self, src)

Outcome copyRule(const LayoutState& state, const Call& call) {
  if (!shaped<TensorRef, TensorRef>(call)) return Outcome::dontKnow();
  const Layout& dest = self(state, call);
  const int source_id = std::get<TensorRef>(call.args[1].value).id;
  const Layout& source = state.at(source_id);
  if (source_id == std::get<TensorRef>(call.args[0].value).id) return {};
  if (!broadcastsTo(view(source.sizes), view(dest.sizes))) {
    return Outcome::refuse("the source does not broadcast to the destination");
  }
  if (auto refused = refuseSelfOverlap(dest)) return *refused;
  if (auto refused = refuseOverlap(dest, source, Sharing::mayBeSame)) return *refused;
  return {};
}

bool copyDraw(Draft& draft, Call& call) {
  const int dest = drawDestination(draft);
  if (dest < 0) return false;
  const Dtype dtype = draft.choices.oneIn(3) ? draft.randomDtype() : draft.state.at(dest).dtype;
  const int source =
      drawOperand(draft, dest, Sharing::mayBeSame, dtype, [](const Layout&) { return true; });
  add(call, TensorRef{dest});
  add(call, TensorRef{source});
  return true;
}

// ---- fill_.Scalar(self, value), zero_(self)
//
// The same value everywhere: elements that share memory do not matter, and ATen refuses nothing.

Outcome fillRule(const LayoutState&, const Call& call) {
  if (!shaped<TensorRef, int64_t>(call)) return Outcome::dontKnow();
  if (integer(call, 1) < 0 || integer(call, 1) > 127)
    return Outcome::dontKnow();  // may not fit the dtype
  return {};
}

bool fillDraw(Draft& draft, Call& call) {
  const int dest = draft.choices.oneIn(4) ? draft.tensor() : drawDestination(draft);
  if (dest < 0) return false;
  add(call, TensorRef{dest});
  add(call, drawNumber(draft));
  return true;
}

Outcome zeroRule(const LayoutState&, const Call& call) {
  return shaped<TensorRef>(call) ? Outcome{} : Outcome::dontKnow();
}

bool zeroDraw(Draft& draft, Call& call) {
  const int dest = draft.choices.oneIn(4) ? draft.tensor() : drawDestination(draft);
  if (dest < 0) return false;
  add(call, TensorRef{dest});
  return true;
}

// ---- add_.Tensor(self, other), mul_.Tensor(self, other)

Outcome arithmeticRule(const LayoutState& state, const Call& call) {
  if (!shaped<TensorRef, TensorRef>(call)) return Outcome::dontKnow();
  const Layout& dest = self(state, call);
  const Layout& other = state.at(std::get<TensorRef>(call.args[1].value).id);
  if (!broadcastsTo(view(other.sizes), view(dest.sizes))) {
    return Outcome::refuse("the operand does not broadcast to the destination");
  }
  if (category(other.dtype) > category(dest.dtype)) {
    return Outcome::refuse("the result's dtype cannot be cast to the destination's");
  }
  if (auto refused = refuseSelfOverlap(dest)) return *refused;
  if (auto refused = refuseOverlap(dest, other, Sharing::mayBeSame)) return *refused;
  return {};
}

bool arithmeticDraw(Draft& draft, Call& call) {
  const int dest = drawDestination(draft);
  if (dest < 0) return false;
  const Dtype dtype = draft.state.at(dest).dtype;
  const int other = drawOperand(draft, dest, Sharing::mayBeSame, dtype, [&](const Layout& layout) {
    return category(layout.dtype) <= category(dtype);
  });
  add(call, TensorRef{dest});
  add(call, TensorRef{other});
  return true;
}

// ---- masked_fill_.Scalar(self, mask, value)

Outcome maskedFillRule(const LayoutState& state, const Call& call) {
  if (!shaped<TensorRef, TensorRef, int64_t>(call)) return Outcome::dontKnow();
  const Layout& dest = self(state, call);
  const Layout& mask = state.at(std::get<TensorRef>(call.args[1].value).id);
  if (mask.dtype != Dtype::Bool) return Outcome::refuse("the mask is not bool");
  if (!broadcastsTo(view(mask.sizes), view(dest.sizes))) {
    return Outcome::refuse("the mask does not broadcast to the destination");
  }
  if (integer(call, 2) < 0 || integer(call, 2) > 127) return Outcome::dontKnow();
  // ATen only warns of a destination that overlaps itself.
  if (selfOverlaps(dest)) return Outcome::dontKnow();
  if (auto refused = refuseOverlap(dest, mask, Sharing::mustBeDisjoint)) return *refused;
  return {};
}

bool maskedFillDraw(Draft& draft, Call& call) {
  const int dest = drawDestination(draft);
  if (dest < 0) return false;
  const int mask = drawOperand(draft, dest, Sharing::mustBeDisjoint, Dtype::Bool,
                               [](const Layout& layout) { return layout.dtype == Dtype::Bool; });
  add(call, TensorRef{dest});
  add(call, TensorRef{mask});
  add(call, drawNumber(draft));
  return true;
}

// ---- index_put_(self, indices, values, accumulate): one index tensor, any number of dims before
// it

struct IndexPut {
  const Layout& dest;
  const Layout& index;
  const Layout& values;
  size_t dim;
};

std::optional<IndexPut> indexPut(const LayoutState& state, const Call& call) {
  if (!shaped<TensorRef, TensorList, TensorRef, bool>(call)) return std::nullopt;
  const auto& indices = *argument<TensorList>(call, 1);
  const Layout& dest = self(state, call);
  if (indices.empty() || indices.size() > dest.sizes.size()) return std::nullopt;
  const auto& last = indices.back();
  if (!last) return std::nullopt;
  for (size_t i = 0; i + 1 < indices.size(); ++i) {
    if (indices[i]) return std::nullopt;
  }
  return IndexPut{dest, state.at(last->id), state.at(std::get<TensorRef>(call.args[2].value).id),
                  indices.size() - 1};
}

Outcome indexPutRule(const LayoutState& state, const Call& call) {
  const auto put = indexPut(state, call);
  if (!put || put->index.dtype != Dtype::Long) return Outcome::dontKnow();
  if (put->values.dtype != put->dest.dtype) return Outcome::refuse("the values have another dtype");
  Dims indexed = put->dest.sizes;
  indexed.erase(indexed.begin() + static_cast<int64_t>(put->dim));
  indexed.insert(indexed.begin() + static_cast<int64_t>(put->dim), put->index.sizes.begin(),
                 put->index.sizes.end());
  if (!broadcastsTo(view(put->values.sizes), view(indexed))) {
    return Outcome::refuse("the values do not broadcast to the indexed elements");
  }
  if (selfOverlaps(put->dest)) return Outcome::dontKnow();
  for (const Layout* operand : {&put->index, &put->values}) {
    if (overlap(put->dest, *operand) != Overlap::disjoint) return Outcome::dontKnow();
  }
  return {};
}

bool indexPutDraw(Draft& draft, Call& call) {
  const int dest = draft.tensor([](const Layout& layout) {
    return layout.rank() > 0 && numel(layout) > 0 && !selfOverlaps(layout);
  });
  if (dest < 0) return false;
  const Layout target = draft.state.at(dest);
  const auto dim = draft.choices.below(target.sizes.size());
  const int64_t size = target.sizes[dim];
  // Distinct indices: with a repeated one the order of writes would be free.
  std::vector<int64_t> positions;
  for (int64_t i = 0; i < std::min<int64_t>(size, 8); ++i) {
    const int64_t at = draft.choices.between(0, i);
    positions.insert(positions.begin() + at, draft.choices.oneIn(6) ? i - size : i);
  }
  positions.resize(
      static_cast<size_t>(draft.choices.between(1, static_cast<int64_t>(positions.size()))));
  Source index;
  index.layout.sizes = {static_cast<int64_t>(positions.size())};
  index.layout.strides = {1};
  index.layout.dtype = Dtype::Long;
  index.storage_numel = index.layout.sizes[0];
  index.fill = {Fill::Kind::list, 0, positions};
  TensorList indices(dim);
  indices.push_back(TensorRef{draft.source(index)});
  Dims sizes = target.sizes;
  sizes[dim] = index.layout.sizes[0];
  if (draft.choices.oneIn(4)) draft.choices.pick(sizes) = 1;
  const int values = draft.sourceLike(view(sizes), target.dtype);
  add(call, TensorRef{dest});
  add(call, indices);
  add(call, TensorRef{values});
  add(call, draft.choices.oneIn(4));
  return true;
}

void indexPutMend(const LayoutState& state, Call& call) {
  if (!shaped<TensorRef, TensorList, TensorRef, bool>(call)) return;
  // The index tensor moves forward with the rank of the destination.
  auto& indices = *argument<TensorList>(call, 1);
  const auto rank = self(state, call).sizes.size();
  while (indices.size() > std::max<size_t>(rank, 1) && !indices.front())
    indices.erase(indices.begin());
}

}  // namespace

std::vector<Op> writes() {
  const auto write = Kind::write;
  return {
      {"aten.zero_", write, zeroRule, zeroDraw, nothingToMend, "{0}.zero_()"},
      {"aten.fill_.Scalar", write, fillRule, fillDraw, nothingToMend, "{0}.fill_({1})"},
      {"aten.copy_", write, copyRule, copyDraw, nothingToMend, "{0}.copy_({1})"},
      {"aten.add_.Tensor", write, arithmeticRule, arithmeticDraw, nothingToMend, "{0}.add_({1})"},
      {"aten.mul_.Tensor", write, arithmeticRule, arithmeticDraw, nothingToMend, "{0}.mul_({1})"},
      {"aten.masked_fill_.Scalar", write, maskedFillRule, maskedFillDraw, nothingToMend,
       "{0}.masked_fill_({1}, {2})"},
      {"aten.index_put_", write, indexPutRule, indexPutDraw, indexPutMend,
       "{0}.index_put_({1}, {2}, accumulate={3})"},
  };
}

}  // namespace viewfuzz
