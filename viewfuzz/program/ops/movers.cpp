// Ops whose results have elements of their operands in other places: flip, gather, cat, …

#include "viewfuzz/program/ops/indexing.h"
#include "viewfuzz/program/ops/ops.h"

namespace viewfuzz {
namespace {

/// Tensors of rank 4 and 5 that are not contiguous may be channels last, which ops here keep now
/// and then.
bool mayBeChannelsLast(const Layout& layout) {
  return (layout.rank() == 4 || layout.rank() == 5) && !isContiguous(layout);
}

// ---- clone(self[, memory_format])

Outcome cloneRule(const LayoutState& state, const Call& call) {
  if (shaped<TensorRef>(call)) return Outcome::one(cloned(self(state, call)));
  if (call.args.size() != 2 || call.args[1].name != "memory_format" ||
      !tensorArgument(state, call, 0))
    return Outcome::dontKnow();
  const auto* format = std::get_if<std::string>(&call.args[1].value);
  if (format == nullptr || *format != "contiguous_format") return Outcome::dontKnow();
  const Layout& layout = self(state, call);
  return Outcome::one(contiguousLayout(layout.sizes, layout.dtype));
}

bool cloneDraw(Draft& draft, Call& call) {
  if (!drawSelf(draft, call, 0)) return false;
  if (draft.choices.oneIn(4))
    call.args.push_back({"memory_format", std::string("contiguous_format")});
  return true;
}

// ---- flip(self, dims), roll(self, shifts, dims)

Outcome flipRule(const LayoutState& state, const Call& call) {
  if (!shaped<TensorRef, Dims>(call)) return Outcome::dontKnow();
  const Layout& layout = self(state, call);
  if (!isArithmetic(layout.dtype)) return Outcome::dontKnow();
  std::vector<bool> seen(layout.sizes.size());
  for (const int64_t dim : dims(call, 1)) {
    if (layout.rank() == 0 || !dimFits(dim, layout.rank())) return Outcome::dontKnow();
    auto at = seen.begin() + wrapDim(dim, layout.rank());
    if (*at) return Outcome::dontKnow();
    *at = true;
  }
  return Outcome::one(cloned(layout));
}

bool flipDraw(Draft& draft, Call& call) {
  const int id = draft.tensor(
      [](const Layout& layout) { return layout.rank() > 0 && isArithmetic(layout.dtype); });
  if (id < 0) return false;
  add(call, TensorRef{id});
  const int64_t rank = self(draft.state, call).rank();
  Dims flipped = {drawDim(draft, rank)};
  for (int64_t d = 0; d < rank; ++d) {
    if (d != wrapDim(flipped[0], rank) && draft.choices.oneIn(4)) flipped.push_back(d);
  }
  add(call, flipped);
  return true;
}

Outcome rollRule(const LayoutState& state, const Call& call) {
  if (!shaped<TensorRef, Dims, Dims>(call)) return Outcome::dontKnow();
  const Layout& layout = self(state, call);
  if (dims(call, 1).size() != 1 || dims(call, 2).size() != 1 || numel(layout) == 0 ||
      layout.rank() == 0 || !dimFits(dims(call, 2)[0], layout.rank()) || mayBeChannelsLast(layout))
    return Outcome::dontKnow();
  return Outcome::one(contiguousLayout(layout.sizes, layout.dtype));
}

bool rollDraw(Draft& draft, Call& call) {
  if (!drawSelf(draft, call, 1)) return false;
  add(call, Dims{draft.choices.between(-3, 3)});
  add(call, Dims{drawDim(draft, self(draft.state, call).rank())});
  return true;
}

// ---- tril, triu (self, diagonal), and in place; fill_diagonal_(self, value)

Outcome triangleRule(const LayoutState& state, const Call& call) {
  if (!shaped<TensorRef, int64_t>(call)) return Outcome::dontKnow();
  const Layout& layout = self(state, call);
  if (layout.rank() < 2 || numel(layout) == 0 || !isArithmetic(layout.dtype))
    return Outcome::dontKnow();
  if (call.entry->kind == Kind::write) return openIfShared(state, call).value_or(Outcome{});
  return Outcome::one(contiguousLayout(layout.sizes, layout.dtype));
}

int drawMatrix(Draft& draft, const Call& call, bool square) {
  const bool write = call.entry->kind == Kind::write;
  return draft.tensor([&](const Layout& layout) {
    if (layout.rank() < 2 || numel(layout) == 0 || !isArithmetic(layout.dtype)) return false;
    if (square && layout.rank() > 2 &&
        !std::equal(layout.sizes.begin() + 1, layout.sizes.end(), layout.sizes.begin()))
      return false;
    return !(write && selfOverlaps(layout));
  });
}

bool triangleDraw(Draft& draft, Call& call) {
  const int id = drawMatrix(draft, call, false);
  if (id < 0) return false;
  add(call, TensorRef{id});
  add(call, draft.choices.between(-2, 2));
  return true;
}

Outcome fillDiagonalRule(const LayoutState& state, const Call& call) {
  if (!shaped<TensorRef, int64_t>(call) || !isSmall(call.args[1].value)) return Outcome::dontKnow();
  const Layout& layout = self(state, call);
  if (layout.rank() < 2 || numel(layout) == 0 || !isArithmetic(layout.dtype))
    return Outcome::dontKnow();
  if (layout.rank() > 2 &&
      !std::equal(layout.sizes.begin() + 1, layout.sizes.end(), layout.sizes.begin()))
    return Outcome::refuse("the dims are not of one size");
  return openIfShared(state, call).value_or(Outcome{});
}

bool fillDiagonalDraw(Draft& draft, Call& call) {
  const int id = drawMatrix(draft, call, true);
  if (id < 0) return false;
  add(call, TensorRef{id});
  add(call, drawNumber(draft));
  return true;
}

// ---- repeat(self, repeats), constant_pad_nd(self, pad, value)

Outcome repeatRule(const LayoutState& state, const Call& call) {
  if (!shaped<TensorRef, Dims>(call)) return Outcome::dontKnow();
  const Layout& layout = self(state, call);
  const Dims& repeats = dims(call, 1);
  if (repeats.size() < layout.sizes.size()) return Outcome::dontKnow();
  Dims sizes = repeats;
  for (size_t d = 0; d < repeats.size(); ++d) {
    if (repeats[d] < 0 || repeats[d] > kMaxNumel) return Outcome::dontKnow();
    const size_t lead = repeats.size() - layout.sizes.size();
    if (d >= lead) sizes[d] *= layout.sizes[d - lead];
  }
  return Outcome::one(contiguousLayout(sizes, layout.dtype));
}

bool repeatDraw(Draft& draft, Call& call) {
  const int id = draft.tensor(
      [&](const Layout& layout) { return 2 * numel(layout) <= draft.shapes.max_numel; });
  if (id < 0) return false;
  Dims repeats(draft.state.at(id).sizes.size(), 1);
  if (draft.choices.oneIn(3)) repeats.push_back(1);
  if (repeats.empty()) repeats.push_back(1);
  draft.choices.pick(repeats) = draft.choices.between(1, 3);
  add(call, TensorRef{id});
  add(call, repeats);
  return true;
}

Outcome padRule(const LayoutState& state, const Call& call) {
  if (!shaped<TensorRef, Dims, int64_t>(call) || !isSmall(call.args[2].value))
    return Outcome::dontKnow();
  const Layout& layout = self(state, call);
  const Dims& pad = dims(call, 1);
  if (pad.size() % 2 != 0 || pad.size() / 2 > layout.sizes.size() || mayBeChannelsLast(layout) ||
      !isArithmetic(layout.dtype) ||
      std::any_of(pad.begin(), pad.end(), [](int64_t p) { return p < 0 || p > kMaxNumel; }) ||
      std::all_of(pad.begin(), pad.end(), [](int64_t p) { return p == 0; }))
    return Outcome::dontKnow();
  Dims sizes = layout.sizes;
  for (size_t i = 0; i < pad.size(); ++i) sizes[sizes.size() - 1 - i / 2] += pad[i];
  return Outcome::one(contiguousLayout(sizes, layout.dtype));
}

bool padDraw(Draft& draft, Call& call) {
  const int id = draft.tensor([](const Layout& layout) {
    return layout.rank() > 0 && isArithmetic(layout.dtype) && !mayBeChannelsLast(layout);
  });
  if (id < 0) return false;
  Dims pad = {draft.choices.between(0, 2), draft.choices.between(1, 2)};
  if (draft.state.at(id).rank() > 1 && draft.choices.oneIn(3)) pad.insert(pad.end(), {1, 0});
  add(call, TensorRef{id});
  add(call, pad);
  add(call, drawNumber(draft));
  return true;
}

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
  add(call, TensorRef{drawIndex(draft, view(sizes), Gathers ? static_cast<int64_t>(along) : 0,
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
  add(call, TensorRef{drawIndex(draft, view(sizes), 1, count, true)});
  return true;
}

// ---- cat(tensors, dim), stack(tensors, dim)

template <bool Stacks>
Outcome joinRule(const LayoutState& state, const Call& call) {
  if (!shaped<TensorList, int64_t>(call)) return Outcome::dontKnow();
  const auto& list = *argument<TensorList>(call, 0);
  if (list.empty() || !list[0]) return Outcome::dontKnow();
  Dims sizes = state.at(list[0]->id).sizes;
  const Dtype dtype = state.at(list[0]->id).dtype;
  if (Stacks) sizes.insert(sizes.begin(), 1);
  const auto rank = static_cast<int64_t>(sizes.size());
  if (rank == 0 || !dimFits(integer(call, 1), rank)) return Outcome::dontKnow();
  const auto dim = static_cast<size_t>(wrapDim(integer(call, 1), rank));
  int64_t total = 0;
  for (const auto& item : list) {
    if (!item) return Outcome::dontKnow();
    const Layout& layout = state.at(item->id);
    const bool channels_last = (rank == 4 || rank == 5) && !isContiguous(layout);
    if (layout.dtype != dtype || channels_last || numel(layout) == 0) return Outcome::dontKnow();
    Dims own = layout.sizes;
    if (Stacks) own.insert(own.begin(), 1);
    if (own.size() != sizes.size()) return Outcome::dontKnow();
    total += Stacks ? 1 : own[dim];
    if (!Stacks) own[dim] = sizes[dim];
    if (own != sizes) return Outcome::dontKnow();
  }
  if (Stacks) {
    sizes.erase(sizes.begin());
    sizes.insert(sizes.begin() + static_cast<int64_t>(dim), total);
  } else {
    sizes[dim] = total;
  }
  return Outcome::one(contiguousLayout(sizes, dtype));
}

template <bool Stacks>
bool joinDraw(Draft& draft, Call& call) {
  const auto suits = [&](const Layout& layout) {
    const int64_t rank = layout.rank() + (Stacks ? 1 : 0);
    return rank > 0 && numel(layout) > 0 && 2 * numel(layout) <= draft.shapes.max_numel &&
           ((rank != 4 && rank != 5) || isContiguous(layout));
  };
  const int first = draft.tensor(suits);
  if (first < 0) return false;
  const Layout layout = draft.state.at(first);
  const int64_t dim = drawDim(draft, layout.rank() + (Stacks ? 1 : 0));
  TensorList list = {TensorRef{first}};
  const int64_t more = draft.choices.between(0, 2);
  for (int64_t i = 0; i < more; ++i) {
    const int other = draft.tensor([&](const Layout& candidate) {
      return suits(candidate) && candidate.sizes == layout.sizes && candidate.dtype == layout.dtype;
    });
    if (other >= 0 && !draft.choices.oneIn(3)) list.emplace_back(TensorRef{other});
  }
  add(call, list);
  add(call, dim);
  return true;
}

void joinMend(const LayoutState& state, Call& call) {
  auto* dim = argument<int64_t>(call, 1);
  const auto* list = argument<TensorList>(call, 0);
  if (!dim || !list || list->empty() || !list->front()) return;
  const bool stacks = call.entry->name.starts_with("aten.stack");
  mendDim(*dim, state.at(list->front()->id).rank() + (stacks ? 1 : 0));
}

}  // namespace

std::vector<Op> movers() {
  const auto compute = Kind::compute;
  const auto write = Kind::write;
  const auto into = [](std::string_view name, auto rule, auto draw, auto mend,
                       std::string_view python, size_t dest) {
    return intoDest({name, Kind::write, rule, draw, mend, python}, dest);
  };
  return {
      {"aten.clone", compute, cloneRule, cloneDraw, nothingToMend, "{0}.clone()"},
      {"aten.flip", compute, flipRule, flipDraw, nothingToMend, "{0}.flip({1})"},
      {"aten.roll", compute, rollRule, rollDraw, nothingToMend, "{0}.roll({1}, {2})"},
      {"aten.tril", compute, triangleRule, triangleDraw, nothingToMend, "{0}.tril({1})"},
      {"aten.triu", compute, triangleRule, triangleDraw, nothingToMend, "{0}.triu({1})"},
      {"aten.tril_", write, triangleRule, triangleDraw, nothingToMend, "{0}.tril_({1})"},
      {"aten.triu_", write, triangleRule, triangleDraw, nothingToMend, "{0}.triu_({1})"},
      {"aten.fill_diagonal_", write, fillDiagonalRule, fillDiagonalDraw, nothingToMend,
       "{0}.fill_diagonal_({1})"},
      {"aten.repeat", compute, repeatRule, repeatDraw, nothingToMend, "{0}.repeat({1})"},
      {"aten.constant_pad_nd", compute, padRule, padDraw, nothingToMend,
       "torch.nn.functional.pad({0}, {1}, value={2})"},
      readingValues({"aten.index_select",
                     compute,
                     indexSelectRule,
                     selectDraw<false>,
                     mendDimArgument,
                     "{0}.index_select({1}, {2})",
                     {1}}),
      readingValues({"aten.gather",
                     compute,
                     gatherRule,
                     selectDraw<true>,
                     mendDimArgument,
                     "{0}.gather({1}, {2})",
                     {1}}),
      readingValues({"aten.take", compute, takeRule, takeDraw, nothingToMend, "{0}.take({1})"}),
      {"aten.cat", compute, joinRule<false>, joinDraw<false>, joinMend, "torch.cat({0}, {1})"},
      {"aten.stack", compute, joinRule<true>, joinDraw<true>, joinMend, "torch.stack({0}, {1})"},
      readingValues(into("aten.index_select.out", outRuleOf<indexSelectRule>,
                         outDrawOf<indexSelectRule, selectDraw<false>>, outMendOf<mendDimArgument>,
                         "torch.index_select({0}, {1}, {2}, out={3})", 3)),
      readingValues(into("aten.gather.out", outRuleOf<gatherRule>,
                         outDrawOf<gatherRule, selectDraw<true>>, outMendOf<mendDimArgument>,
                         "torch.gather({0}, {1}, {2}, out={3})", 3)),
      into("aten.cat.out", outRuleOf<joinRule<false>>, outDrawOf<joinRule<false>, joinDraw<false>>,
           outMendOf<joinMend>, "torch.cat({0}, {1}, out={2})", 2),
      into("aten.stack.out", outRuleOf<joinRule<true>>, outDrawOf<joinRule<true>, joinDraw<true>>,
           outMendOf<joinMend>, "torch.stack({0}, {1}, out={2})", 2),
  };
}

}  // namespace viewfuzz
