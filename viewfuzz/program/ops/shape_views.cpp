// Views that give the whole shape anew.

#include "viewfuzz/program/ops/arguments.h"
#include "viewfuzz/program/ops/ops.h"

namespace viewfuzz {
namespace {

// ---- view(self, size), reshape(self, shape); one size may be -1

/// The sizes with a -1 filled in; none if they do not fit `numel`.
std::optional<Dims> inferSizes(const Dims& given, int64_t count) {
  Dims sizes = given;
  int64_t known = 1;
  int64_t* missing = nullptr;
  for (auto& size : sizes) {
    if (size == -1 && missing == nullptr) {
      missing = &size;
    } else if (size < 0 || __builtin_mul_overflow(known, size, &known)) {
      return std::nullopt;
    }
  }
  if (missing == nullptr) return known == count ? std::optional(sizes) : std::nullopt;
  if (known == 0 || count % known != 0) return std::nullopt;
  *missing = count / known;
  return sizes;
}

Outcome viewRule(const LayoutState& state, const Call& call) {
  if (!shaped<TensorRef, Dims>(call)) return Outcome::dontKnow();
  Layout layout = self(state, call);
  const auto sizes = inferSizes(dims(call, 1), numel(layout));
  if (!sizes) return Outcome::refuse("the sizes do not have as many elements as the tensor");
  const auto strides = viewStrides(layout, view(*sizes));
  if (!strides) return Outcome::refuse("a view with these sizes needs strides that do not exist");
  layout.sizes = *sizes;
  layout.strides = *strides;
  return Outcome::one(layout);
}

Outcome reshapeRule(const LayoutState& state, const Call& call) {
  Outcome outcome = viewRule(state, call);
  if (outcome.verdict != Outcome::Verdict::refused) return outcome;
  const auto sizes = inferSizes(dims(call, 1), numel(self(state, call)));
  if (!sizes) return outcome;
  Layout copy{*sizes, contiguousStrides(view(*sizes)), 0, self(state, call).dtype, -1};
  return Outcome::one(copy);
}

/// Merges neighbouring dims and splits dims at divisors, so that many of the shapes are views.
Dims regroup(Draft& draft, const Dims& from) {
  Dims sizes = from;
  for (int i = 0; i < 2; ++i) {
    if (sizes.size() >= 2 && draft.choices.oneIn(2)) {
      const auto d = draft.choices.below(sizes.size() - 1);
      sizes[d] *= sizes[d + 1];
      sizes.erase(sizes.begin() + static_cast<int64_t>(d) + 1);
    } else if (static_cast<int64_t>(sizes.size()) < draft.shapes.max_rank + 1) {
      const auto d = draft.choices.below(sizes.size() + 1);
      int64_t factor = 1;
      if (d < sizes.size() && sizes[d] > 1) {
        factor = draft.choices.between(1, sizes[d]);
        while (sizes[d] % factor != 0) --factor;
        sizes[d] /= factor;
      }
      sizes.insert(sizes.begin() + static_cast<int64_t>(d), factor);
    }
  }
  return sizes;
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
  const Layout& layout = self(state, call);
  const Dims& sizes = dims(call, 1);
  const int64_t rank = static_cast<int64_t>(sizes.size());
  if (rank < layout.rank()) return Outcome::refuse("fewer sizes than dims");
  Layout expanded = layout;
  expanded.sizes.assign(sizes.begin(), sizes.end());
  expanded.strides.resize(sizes.size());
  for (int64_t i = rank; i-- > 0;) {
    const int64_t d = i - (rank - layout.rank());
    int64_t& size = expanded.sizes[i];
    if (d < 0) {
      if (size < 0) return Outcome::refuse("a new dim needs a size");
      expanded.strides[i] = size != 1      ? 0
                            : i + 1 < rank ? expanded.sizes[i + 1] * expanded.strides[i + 1]
                                           : 1;
    } else {
      if (size == -1) size = layout.sizes[d];
      if (size != layout.sizes[d] && (layout.sizes[d] != 1 || size < 0)) {
        return Outcome::refuse("only dims of size 1 expand");
      }
      expanded.strides[i] = size == layout.sizes[d] ? layout.strides[d] : 0;
    }
  }
  if (numel(expanded) > kMaxNumel) return Outcome::dontKnow();
  return Outcome::one(expanded);
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
  Layout permuted = layout;
  std::vector<bool> seen(order.size());
  for (size_t i = 0; i < order.size(); ++i) {
    if (!dimFits(order[i], layout.rank())) return badDim(order[i], layout.rank());
    const auto d = static_cast<size_t>(wrapDim(order[i], layout.rank()));
    if (seen[d]) return Outcome::refuse("a dim is named twice");
    seen[d] = true;
    permuted.sizes[i] = layout.sizes[d];
    permuted.strides[i] = layout.strides[d];
  }
  return Outcome::one(permuted);
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
  Dims mended;
  for (const int64_t dim : order) {
    if (!dimFits(dim, rank) || rank == 0) continue;
    const int64_t d = wrapDim(dim, rank);
    const bool repeated = std::any_of(mended.begin(), mended.end(),
                                      [&](int64_t other) { return wrapDim(other, rank) == d; });
    if (!repeated) mended.push_back(dim);
  }
  for (int64_t d = 0; d < rank; ++d) {
    const bool named = std::any_of(mended.begin(), mended.end(),
                                   [&](int64_t other) { return wrapDim(other, rank) == d; });
    if (!named) mended.push_back(d);
  }
  order = mended;
}

}  // namespace

std::vector<Op> shapeViews() {
  const auto view = Kind::view;
  return {
      {"aten.view", view, viewRule, regroupDraw, viewMend, "{0}.view({1})"},
      {"aten.reshape", view, reshapeRule, regroupDraw, viewMend, "{0}.reshape({1})"},
      {"aten.expand", view, expandRule, expandDraw, expandMend, "{0}.expand({1})"},
      {"aten.permute", view, permuteRule, permuteDraw, permuteMend, "{0}.permute({1})"},
  };
}

}  // namespace viewfuzz
