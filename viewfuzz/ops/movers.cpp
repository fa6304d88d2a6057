// Ops whose results have all elements of their operand, in other places: clone, flip, …

#include "viewfuzz/ops/formats.h"
#include "viewfuzz/ops/indexing.h"
#include "viewfuzz/ops/ops.h"

namespace viewfuzz {
namespace {

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

}  // namespace

std::vector<Op> movers() {
  return {
      {.name = "aten.clone",
       .kind = Kind::compute,
       .rule = cloneRule,
       .draw = cloneDraw,
       .python = "{0}.clone()",
       .effect = Effect::clone,
       .honors_bits = true},
      {.name = "aten.flip",
       .kind = Kind::compute,
       .rule = flipRule,
       .draw = flipDraw,
       .python = "{0}.flip({1})"},
      {.name = "aten.roll",
       .kind = Kind::compute,
       .rule = rollRule,
       .draw = rollDraw,
       .python = "{0}.roll({1}, {2})"},
      {.name = "aten.repeat",
       .kind = Kind::compute,
       .rule = repeatRule,
       .draw = repeatDraw,
       .python = "{0}.repeat({1})"},
      {.name = "aten.constant_pad_nd",
       .kind = Kind::compute,
       .rule = padRule,
       .draw = padDraw,
       .python = "torch.nn.functional.pad({0}, {1}, value={2})"},
  };
}

}  // namespace viewfuzz
