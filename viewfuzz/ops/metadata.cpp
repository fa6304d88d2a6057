// Ops that give their first operand another layout, in place.

#include "viewfuzz/ops/arguments.h"
#include "viewfuzz/ops/formats.h"
#include "viewfuzz/ops/ops.h"
#include "viewfuzz/ops/shaping.h"

namespace viewfuzz {
namespace {

Outcome relaySelf(const Call& call, Layout layout) {
  return Outcome::relay(tensorId(call, 0), std::move(layout));
}

/// Turns a view op into the op that changes the operand itself. If ATen has no kernel for tensors
/// with a bit, it changes a clone and copies that back, which this rule does not describe.
Op inPlace(Op op, std::string_view name, std::string_view python, bool knows_bits = true) {
  op.name = name;
  op.kind = Kind::metadata;
  op.python = python;
  op.rule = [rule = op.rule, knows_bits](const LayoutState& state, const Call& call) {
    Outcome outcome = rule(state, call);
    if (!outcome.accepted()) return outcome;
    if (!knows_bits && self(state, call).hasBit()) return Outcome::dontKnow();
    return relaySelf(call, outcome.results[0]);
  };
  return op;
}

// ---- as_strided_(self, size, stride, storage_offset): ATen changes the sizes before it refuses,
// so after a refusal the tensor is of no use.

Op restrided() {
  Op op = inPlace(entryOf(stridedViews(), "aten.as_strided"), "aten.as_strided_",
                  "{0}.as_strided_({1}, {2}, {3})");
  op.rule = [rule = op.rule](const LayoutState& state, const Call& call) {
    const Outcome outcome = rule(state, call);
    return outcome.accepted() ? outcome : Outcome::dontKnow();
  };
  return op;
}

// ---- resize_(self, size, *, memory_format), resize_as_(self, the_template, *, memory_format)

Outcome resized(const LayoutState& state, const Call& call, const Dims& sizes,
                std::optional<Format> format) {
  Layout layout = self(state, call);
  for (const int64_t size : sizes) {
    if (size < 0) return Outcome::dontKnow();  // ATen takes it where the product is not negative
  }
  if (numel(sizes) > kMaxNumel) return Outcome::dontKnow();
  const bool grows = layout.sizes != sizes;  // else ATen does not look at the storage
  if (grows) {
    layout.sizes = sizes;
    layout.strides = contiguousStrides(sizes);
  }
  if (format) {
    const auto strides = stridesIn(sizes, *format);
    if (!strides) return Outcome::refuse("the memory format does not fit");
    layout.strides = *strides;
  }
  if (!grows && elementsNeeded(layout) > storageNumel(state, layout)) return Outcome::dontKnow();
  return relaySelf(call, layout);
}

Outcome resizeRule(const LayoutState& state, const Call& call) {
  const auto given = named(call, 2, {"memory_format"});
  if (!given || !argument<TensorRef>(call, 0) || !argument<Dims>(call, 1))
    return Outcome::dontKnow();
  const auto format = formatOf(*given, Format::contiguous);
  if (!format) return Outcome::dontKnow();
  return resized(state, call, dims(call, 1), given->memory_format ? format : std::nullopt);
}

bool resizeDraw(Draft& draft, Call& call) {
  const int id = draft.tensor([&](const Layout& layout) {
    return layout.offset + numel(layout) <= 2 * draft.shapes.max_numel;
  });
  if (id < 0) return false;
  Dims sizes = draft.state.at(id).sizes;
  if (sizes.empty() || draft.choices.oneIn(3)) {
    sizes = draft.randomSizes();
  } else if (!draft.choices.oneIn(6)) {
    auto& size = draft.choices.pick(sizes);
    size = draft.choices.between(0, size + 1);
  }
  add(call, TensorRef{id});
  add(call, sizes);
  drawFormat(draft, call, static_cast<int64_t>(sizes.size()), false);
  return true;
}

void resizeMend(const LayoutState&, Call& call) {
  auto* sizes = argument<Dims>(call, 1);
  if (sizes == nullptr) return;
  for (auto& size : *sizes) mendInto(size, 0, kMaxNumel);
}

Outcome resizeAsRule(const LayoutState& state, const Call& call) {
  const auto given = named(call, 2, {"memory_format"});
  if (!given || !argument<TensorRef>(call, 0) || !argument<TensorRef>(call, 1))
    return Outcome::dontKnow();
  const Layout& like = state.at(tensorId(call, 1));
  if (self(state, call).hasBit() || like.hasBit()) return Outcome::dontKnow();
  auto format = formatOf(*given, Format::contiguous);
  if (format == Format::preserve) format = suggestedFormat(like);
  if (!format) return Outcome::dontKnow();
  return resized(state, call, like.sizes, given->memory_format ? format : std::nullopt);
}

bool resizeAsDraw(Draft& draft, Call& call) {
  if (!drawSelf(draft, call, 0)) return false;
  const int other = draft.tensor();
  add(call, TensorRef{other});
  drawFormat(draft, call, draft.state.at(other).rank(), true);
  return true;
}

// ---- set_(self), set_.source_Tensor(self, source), set_.source_Storage(self, source),
// set_.source_Storage_storage_offset(self, source, storage_offset, size, stride)

Outcome setNothingRule(const LayoutState& state, const Call& call) {
  if (!shaped<TensorRef>(call)) return Outcome::dontKnow();
  Layout layout = self(state, call);
  layout.sizes = {0};
  layout.strides = {1};
  layout.offset = 0;
  layout.storage = -1;
  return relaySelf(call, layout);
}

/// `layout` in the new storage of `self`, which keeps its bits.
Outcome moveTo(const LayoutState& state, const Call& call, Layout layout) {
  if (layout.dtype != self(state, call).dtype) return Outcome::dontKnow();
  layout.conj = self(state, call).conj;
  layout.neg = self(state, call).neg;
  return relaySelf(call, layout);
}

Outcome setTensorRule(const LayoutState& state, const Call& call) {
  if (!shaped<TensorRef, TensorRef>(call)) return Outcome::dontKnow();
  return moveTo(state, call, state.at(tensorId(call, 1)));
}

Outcome setStorageRule(const LayoutState& state, const Call& call) {
  if (!shaped<TensorRef, TensorRef>(call) || self(state, call).hasBit()) return Outcome::dontKnow();
  Layout layout = state.at(tensorId(call, 1));
  layout.sizes = {storageNumel(state, layout)};
  // The same sizes keep their strides.
  const bool same = layout.sizes == self(state, call).sizes;
  layout.strides = same ? self(state, call).strides : Dims{1};
  layout.offset = 0;
  if (elementsNeeded(layout) > storageNumel(state, layout)) return Outcome::dontKnow();
  return moveTo(state, call, layout);
}

Outcome setWindowRule(const LayoutState& state, const Call& call) {
  if (!shaped<TensorRef, TensorRef, int64_t, Dims, Dims>(call)) return Outcome::dontKnow();
  const Outcome outcome = windowWith(state, state.at(tensorId(call, 1)),
                                     {dims(call, 3), dims(call, 4), integer(call, 2)});
  // Beyond the end the storage would grow, and some backends refuse that.
  return outcome.accepted() ? moveTo(state, call, outcome.results[0]) : Outcome::dontKnow();
}

bool setDraw(Draft& draft, Call& call) {
  if (!drawSelf(draft, call, 0)) return false;
  const Dtype dtype = self(draft.state, call).dtype;
  add(call, TensorRef{draft.tensor([&](const Layout& layout) { return layout.dtype == dtype; })});
  return true;
}

bool setWindowDraw(Draft& draft, Call& call) {
  if (!setDraw(draft, call)) return false;
  const Layout& source = draft.state.at(tensorId(call, 1));
  const auto window = drawWindow(draft, storageNumel(draft.state, source));
  if (!window) return false;
  add(call, window->offset);
  add(call, window->sizes);
  add(call, window->strides);
  return true;
}

void setWindowMend(const LayoutState& state, Call& call) {
  if (!shaped<TensorRef, TensorRef, int64_t, Dims, Dims>(call)) return;
  mendWindow(*argument<Dims>(call, 3), *argument<Dims>(call, 4), *argument<int64_t>(call, 2),
             storageNumel(state, state.at(tensorId(call, 1))));
}

// ---- detach_(self): ATen refuses it for a view. A layout does not say whether a tensor is a view,
// but a source is none.

bool isNoView(const LayoutState& state, int id) {
  const auto storage = static_cast<size_t>(state.at(id).storage);
  return storage < state.makers.size() &&
         state.makers[storage] == state.objects[static_cast<size_t>(id)];
}

Outcome detachRule(const LayoutState& state, const Call& call) {
  if (!shaped<TensorRef>(call) || !isNoView(state, tensorId(call, 0))) return Outcome::dontKnow();
  return relaySelf(call, self(state, call));
}

bool detachDraw(Draft& draft, Call& call) {
  if (!drawSelf(draft, call, 0)) return false;
  return isNoView(draft.state, tensorId(call, 0));
}

}  // namespace

std::vector<Op> metadata() {
  const auto basic = basicViews();
  const Op transpose = entryOf(basic, "aten.transpose.int");
  return {
      inPlace(transpose, "aten.transpose_", "{0}.transpose_({1}, {2})"),
      inPlace(transpose, "aten.swapaxes_", "{0}.swapaxes_({1}, {2})"),
      inPlace(transpose, "aten.swapdims_", "{0}.swapdims_({1}, {2})"),
      inPlace(entryOf(axisViews(), "aten.t"), "aten.t_", "{0}.t_()"),
      inPlace(entryOf(basic, "aten.squeeze"), "aten.squeeze_", "{0}.squeeze_()"),
      inPlace(entryOf(basic, "aten.squeeze.dim"), "aten.squeeze_.dim", "{0}.squeeze_({1})", false),
      inPlace(entryOf(axisViews(), "aten.squeeze.dims"), "aten.squeeze_.dims", "", false),
      inPlace(entryOf(basic, "aten.unsqueeze"), "aten.unsqueeze_", "{0}.unsqueeze_({1})"),
      restrided(),
      {.name = "aten.resize_",
       .kind = Kind::metadata,
       .rule = resizeRule,
       .draw = resizeDraw,
       .mend = resizeMend,
       .python = "{0}.resize_({1}, {named})",
       .unchecked = Unchecked::sizes},
      {.name = "aten.resize_as_",
       .kind = Kind::metadata,
       .rule = resizeAsRule,
       .draw = resizeAsDraw,
       .python = "{0}.resize_as_({1}, {named})",
       .unchecked = Unchecked::sizesOfOther},
      {.name = "aten.set_",
       .kind = Kind::metadata,
       .rule = setNothingRule,
       .draw = anySelfDraw,
       .python = "{0}.set_()"},
      {.name = "aten.set_.source_Tensor",
       .kind = Kind::metadata,
       .rule = setTensorRule,
       .draw = setDraw,
       .python = "{0}.set_({1})"},
      {.name = "aten.set_.source_Storage",
       .kind = Kind::metadata,
       .rule = setStorageRule,
       .draw = setDraw,
       .python = "{0}.set_({1}.untyped_storage())"},
      {.name = "aten.set_.source_Storage_storage_offset",
       .kind = Kind::metadata,
       .rule = setWindowRule,
       .draw = setWindowDraw,
       .mend = setWindowMend,
       .python = "{0}.set_({1}.untyped_storage(), {2}, {3}, {4})"},
      {.name = "aten.detach_",
       .kind = Kind::metadata,
       .rule = detachRule,
       .draw = detachDraw,
       .python = "{0}.detach_()",
       .refuses_views = true},
  };
}

}  // namespace viewfuzz
