// Ops that copy only where a copy is needed (to.*, contiguous), and otherwise return the operand
// itself.

#include "viewfuzz/ops/arguments.h"
#include "viewfuzz/ops/formats.h"
#include "viewfuzz/ops/ops.h"

namespace viewfuzz {
namespace {

// ---- contiguous(self, *, memory_format)

Outcome contiguousRule(const LayoutState& state, const Call& call) {
  const auto given = named(call, 1, {"memory_format"});
  if (!given || !argument<TensorRef>(call, 0)) return Outcome::dontKnow();
  Layout layout = self(state, call);
  const auto format = formatOf(*given, Format::contiguous);
  if (!format || *format == Format::preserve) return Outcome::dontKnow();
  if (*format != Format::contiguous && numel(layout) == 0) return Outcome::dontKnow();
  const auto strides = stridesIn(layout.sizes, *format);
  if (!strides) return Outcome::refuse("the memory format is one of another rank");
  if (isContiguousIn(layout, *format)) return Outcome::same(state, tensorId(call, 0));
  layout.strides = *strides;
  return Outcome::one(inNewStorage(layout));
}

bool contiguousDraw(Draft& draft, Call& call) {
  if (!drawSelf(draft, call, 0)) return false;
  drawFormat(draft, call, self(draft.state, call).rank(), false);
  return true;
}

// ---- to.dtype(self, dtype, …), to.device(self, device, dtype, …), to.dtype_layout(self, …),
// to.other(self, other, …): the device is the one that the tensor is on

Outcome convert(const LayoutState& state, const Call& call, Dtype dtype, const Named& given) {
  Layout layout = self(state, call);
  const auto format = formatOf(given, Format::preserve);
  const bool copy = given.copy && *given.copy;
  if (!format) return Outcome::dontKnow();
  if (!copy && dtype == layout.dtype) {
    if (*format == Format::preserve) return Outcome::same(state, tensorId(call, 0));
    const auto suggested = suggestedFormat(layout);
    if (!suggested) return Outcome::dontKnow();
    if (*suggested == *format) return Outcome::same(state, tensorId(call, 0));
  }
  if (*format == Format::preserve) {
    layout.strides = preservedStrides(layout);
  } else if (const auto strides = stridesIn(layout.sizes, *format)) {
    layout.strides = *strides;
  } else {
    return Outcome::refuse("the memory format is one of another rank");
  }
  layout.dtype = dtype;
  return Outcome::one(inNewStorage(layout));
}

Outcome toDtypeRule(const LayoutState& state, const Call& call) {
  const auto given = named(call, 2, {"copy", "memory_format"});
  if (!given || !argument<TensorRef>(call, 0) || !argument<Dtype>(call, 1))
    return Outcome::dontKnow();
  return convert(state, call, *argument<Dtype>(call, 1), *given);
}

/// The call with everything but the tensor as named arguments, and without the device.
Outcome toNamedRule(const LayoutState& state, const Call& call) {
  const auto given = named(call, 1, {"dtype", "copy", "memory_format"});
  if (!given || !argument<TensorRef>(call, 0)) return Outcome::dontKnow();
  return convert(state, call, given->dtype.value_or(self(state, call).dtype), *given);
}

Outcome toDeviceRule(const LayoutState& state, const Call& call) {
  const auto given = named(call, 1, {"dtype", "copy", "memory_format"});
  return given && given->dtype ? toNamedRule(state, call) : Outcome::dontKnow();
}

Outcome toOtherRule(const LayoutState& state, const Call& call) {
  const auto given = named(call, 2, {"copy", "memory_format"});
  if (!given || !argument<TensorRef>(call, 0) || !argument<TensorRef>(call, 1))
    return Outcome::dontKnow();
  return convert(state, call, state.at(tensorId(call, 1)).dtype, *given);
}

void drawRest(Draft& draft, Call& call) {
  if (draft.choices.oneIn(4)) call.args.push_back({"copy", true});
  if (draft.choices.oneIn(3)) drawFormat(draft, call, self(draft.state, call).rank(), true);
}

Dtype drawDtype(Draft& draft, const Call& call) {
  return draft.choices.oneIn(3) ? self(draft.state, call).dtype : draft.randomDtype();
}

bool toDtypeDraw(Draft& draft, Call& call) {
  if (!drawSelf(draft, call, 0)) return false;
  add(call, drawDtype(draft, call));
  drawRest(draft, call);
  return true;
}

bool toNamedDraw(Draft& draft, Call& call) {
  if (!drawSelf(draft, call, 0)) return false;
  call.args.push_back({"dtype", drawDtype(draft, call)});
  drawRest(draft, call);
  return true;
}

bool toOtherDraw(Draft& draft, Call& call) {
  if (!drawSelf(draft, call, 0)) return false;
  add(call, TensorRef{draft.tensor()});
  drawRest(draft, call);
  return true;
}

// ---- _autocast_to_full_precision(self, cuda_enabled, cpu_enabled), …_reduced_precision(…,
// cuda_dtype, cpu_dtype): what they do depends on the device, unless it is nothing

Outcome fullPrecisionRule(const LayoutState& state, const Call& call) {
  if (!shaped<TensorRef, bool, bool>(call)) return Outcome::dontKnow();
  const Dtype dtype = self(state, call).dtype;
  const bool converts = dtype == Dtype::Half || dtype == Dtype::BFloat16;
  if (converts && (*argument<bool>(call, 1) || *argument<bool>(call, 2)))
    return Outcome::dontKnow();
  return Outcome::same(state, tensorId(call, 0));
}

bool fullPrecisionDraw(Draft& draft, Call& call) {
  if (!drawSelf(draft, call, 0)) return false;
  const Dtype dtype = self(draft.state, call).dtype;
  const bool on = dtype != Dtype::Half && dtype != Dtype::BFloat16;
  add(call, on && draft.choices.oneIn(2));
  add(call, on && draft.choices.oneIn(2));
  return true;
}

Outcome reducedPrecisionRule(const LayoutState& state, const Call& call) {
  if (!shaped<TensorRef, bool, bool, Dtype, Dtype>(call)) return Outcome::dontKnow();
  if (self(state, call).dtype == Dtype::Float &&
      (*argument<bool>(call, 1) || *argument<bool>(call, 2)))
    return Outcome::dontKnow();
  return Outcome::same(state, tensorId(call, 0));
}

bool reducedPrecisionDraw(Draft& draft, Call& call) {
  if (!drawSelf(draft, call, 0)) return false;
  const bool on = self(draft.state, call).dtype != Dtype::Float;
  add(call, on && draft.choices.oneIn(2));
  add(call, on && draft.choices.oneIn(2));
  add(call, Dtype::Half);
  add(call, Dtype::BFloat16);
  return true;
}

}  // namespace

std::vector<Op> conversions() {
  return {
      {.name = "aten.contiguous",
       .kind = Kind::view,
       .rule = contiguousRule,
       .draw = contiguousDraw,
       .python = "{0}.contiguous({named})",
       .shortcut = PythonShortcut::ofContiguous},
      {.name = "aten.to.dtype",
       .kind = Kind::view,
       .rule = toDtypeRule,
       .draw = toDtypeDraw,
       .python = "{0}.to({1}, {named})",
       .open = OpenValues::converted,
       .placement = Placement::device},
      {.name = "aten.to.device",
       .kind = Kind::view,
       .rule = toDeviceRule,
       .draw = toNamedDraw,
       .python = "{0}.to(device, {named})",
       .open = OpenValues::converted,
       .placement = Placement::device},
      {.name = "aten.to.dtype_layout",
       .kind = Kind::view,
       .rule = toNamedRule,
       .draw = toNamedDraw,
       .open = OpenValues::converted,
       .placement = Placement::device},
      {.name = "aten.to.other",
       .kind = Kind::view,
       .rule = toOtherRule,
       .draw = toOtherDraw,
       .open = OpenValues::converted,
       .placement = Placement::device},
      {.name = "aten._autocast_to_full_precision",
       .kind = Kind::view,
       .rule = fullPrecisionRule,
       .draw = fullPrecisionDraw,
       .python = "{0}._autocast_to_full_precision({1}, {2})",
       .placement = Placement::device},
      {.name = "aten._autocast_to_reduced_precision",
       .kind = Kind::view,
       .rule = reducedPrecisionRule,
       .draw = reducedPrecisionDraw,
       .python = "{0}._autocast_to_reduced_precision({1}, {2}, {3}, {4})",
       .placement = Placement::device},
  };
}

}  // namespace viewfuzz
