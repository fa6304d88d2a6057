// Views that give the whole shape anew.

#include "viewfuzz/ops/arguments.h"
#include "viewfuzz/ops/ops.h"
#include "viewfuzz/ops/shaping.h"

namespace viewfuzz {
namespace {

// ---- view(self, size), reshape(self, shape); one size may be -1

Outcome viewRule(const LayoutState& state, const Call& call) {
  if (!shaped<TensorRef, Dims>(call)) return Outcome::dontKnow();
  return viewWith(self(state, call), dims(call, 1));
}

Outcome reshapeRule(const LayoutState& state, const Call& call) {
  if (!shaped<TensorRef, Dims>(call)) return Outcome::dontKnow();
  return reshapeWith(self(state, call), dims(call, 1));
}

bool regroupDraw(Draft& draft, Call& call) {
  const int id = draft.tensor();
  if (id < 0) return false;
  const Layout& layout = draft.state.at(id);
  Dims sizes = regroup(draft, layout.sizes);
  if (numel(layout) > 0 && !sizes.empty() && draft.choices.oneIn(4)) draft.choices.pick(sizes) = -1;
  add(call, TensorRef{id});
  add(call, sizes);
  return true;
}

void viewMend(const LayoutState& state, Call& call) {
  if (!shaped<TensorRef, Dims>(call)) return;
  const Layout& layout = self(state, call);
  auto& sizes = *argument<Dims>(call, 1);
  if (inferSizes(sizes, numel(layout))) return;
  // Keep the front as long as it divides what is left; the last dim takes the rest.
  int64_t left = numel(layout);
  for (size_t d = 0; d < sizes.size(); ++d) {
    auto& size = sizes[d];
    if (d + 1 == sizes.size() || left == 0) {
      size = left;
    } else {
      size = std::clamp<int64_t>(size, 1, left);
      while (left % size != 0) --size;
      left /= size;
    }
  }
  if (sizes.empty()) sizes = layout.sizes;
}

// ---- expand(self, size); -1 keeps a size

Outcome expandRule(const LayoutState& state, const Call& call) {
  if (!shaped<TensorRef, Dims>(call)) return Outcome::dontKnow();
  return expandTo(self(state, call), dims(call, 1));
}

bool expandDraw(Draft& draft, Call& call) {
  const int id = draft.tensor([&](const Layout& l) { return l.rank() <= draft.shapes.max_rank; });
  if (id < 0) return false;
  const Layout& layout = draft.state.at(id);
  Dims sizes = layout.sizes;
  int64_t room = std::max<int64_t>(draft.shapes.max_numel / std::max<int64_t>(numel(layout), 1), 1);
  const auto grow = [&] {
    const int64_t size = draft.choices.between(1, std::min<int64_t>(room, 4));
    room /= size;
    return size;
  };
  for (auto& size : sizes) {
    if (size == 1) size = grow();
    if (draft.choices.oneIn(6)) size = -1;
  }
  if (draft.choices.oneIn(2)) sizes.insert(sizes.begin(), grow());
  add(call, TensorRef{id});
  add(call, sizes);
  return true;
}

void expandMend(const LayoutState& state, Call& call) {
  if (!shaped<TensorRef, Dims>(call)) return;
  const Layout& layout = self(state, call);
  auto& sizes = *argument<Dims>(call, 1);
  while (static_cast<int64_t>(sizes.size()) < layout.rank()) sizes.insert(sizes.begin(), 1);
  const int64_t lead = static_cast<int64_t>(sizes.size()) - layout.rank();
  for (int64_t i = 0; i < static_cast<int64_t>(sizes.size()); ++i) {
    if (i < lead) {
      mendInto(sizes[i], 0, kMaxNumel);
    } else if (layout.sizes[i - lead] != 1) {
      sizes[i] = sizes[i] == -1 ? -1 : layout.sizes[i - lead];
    } else {
      mendInto(sizes[i], -1, kMaxNumel);
    }
  }
}

// ---- permute(self, dims)

Outcome permuteRule(const LayoutState& state, const Call& call) {
  if (!shaped<TensorRef, Dims>(call)) return Outcome::dontKnow();
  const Layout& layout = self(state, call);
  const Dims& order = dims(call, 1);
  if (static_cast<int64_t>(order.size()) != layout.rank())
    return Outcome::refuse("not as many dims as the rank");
  Dims wrapped;
  for (const int64_t dim : order) {
    if (!dimFits(dim, layout.rank())) return badDim(dim, layout.rank());
    wrapped.push_back(wrapDim(dim, layout.rank()));
  }
  if (distinctDims(order, layout.rank()).size() != order.size())
    return Outcome::refuse("a dim is named twice");
  return Outcome::one(permuted(layout, wrapped));
}

bool permuteDraw(Draft& draft, Call& call) {
  const int id = draft.tensor([](const Layout& layout) { return layout.rank() >= 2; });
  if (id < 0) return false;
  Dims order;
  for (int64_t d = 0; d < draft.state.at(id).rank(); ++d) {
    order.insert(order.begin() + draft.choices.between(0, d), d);
  }
  add(call, TensorRef{id});
  add(call, order);
  return true;
}

void permuteMend(const LayoutState& state, Call& call) {
  if (!shaped<TensorRef, Dims>(call)) return;
  const int64_t rank = self(state, call).rank();
  auto& order = *argument<Dims>(call, 1);
  Dims mended = rank == 0 ? Dims{} : distinctDims(order, rank);
  for (int64_t d = 0; d < rank; ++d) {
    const bool named = std::any_of(mended.begin(), mended.end(),
                                   [&](int64_t other) { return wrapDim(other, rank) == d; });
    if (!named) mended.push_back(d);
  }
  order = mended;
}

}  // namespace

std::vector<Op> shapeViews() {
  return {
      {.name = "aten.view",
       .kind = Kind::view,
       .rule = viewRule,
       .draw = regroupDraw,
       .mend = viewMend,
       .python = "{0}.view({1})"},
      {.name = "aten.reshape",
       .kind = Kind::view,
       .rule = reshapeRule,
       .draw = regroupDraw,
       .mend = viewMend,
       .python = "{0}.reshape({1})"},
      {.name = "aten.expand",
       .kind = Kind::view,
       .rule = expandRule,
       .draw = expandDraw,
       .mend = expandMend,
       .python = "{0}.expand({1})"},
      {.name = "aten.permute",
       .kind = Kind::view,
       .rule = permuteRule,
       .draw = permuteDraw,
       .mend = permuteMend,
       .python = "{0}.permute({1})"},
  };
}

}  // namespace viewfuzz
