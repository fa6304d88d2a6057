// Ops that write to their first operand.

#include "viewfuzz/ops/elementwise.h"
#include "viewfuzz/ops/ops.h"

namespace viewfuzz {
namespace {

// ---- copy_(self, src)

Outcome copyRule(const LayoutState& state, const Call& call) {
  const bool non_blocking = call.args.size() == 3 && call.args[2].name == "non_blocking" &&
                            std::holds_alternative<bool>(call.args[2].value);
  if (!argument<TensorRef>(call, 0) || !argument<TensorRef>(call, 1) ||
      (call.args.size() != 2 && !non_blocking))
    return Outcome::dontKnow();
  const Layout& dest = self(state, call);
  const Layout& source = state.at(std::get<TensorRef>(call.args[1].value).id);
  if (source == dest) return {};  // ATen returns before it looks for overlap
  if (!broadcastsTo(source.sizes, dest.sizes)) {
    return Outcome::refuse("the source does not broadcast to the destination");
  }
  if (auto refused = refuseSelfOverlap(dest)) return *refused;
  if (auto refused = refuseOverlap(dest, source, Sharing::mayBeSame)) return *refused;
  return {};
}

/// A source on the host for a write to `dest`: an upload. If it has the layout of `dest`, many
/// backends take a path of their own, which chance would hardly ever reach.
int drawHostSource(Draft& draft, int dest, Dtype dtype) {
  const Layout layout = draft.state.at(dest);
  if (draft.choices.oneIn(3)) return draft.sourceLaid(layout.sizes, layout.strides, dtype, true);
  return draft.sourceLike(layout.sizes, dtype, true);
}

bool copyDraw(Draft& draft, Call& call) {
  const int dest = drawDestination(draft, [](Dtype) { return true; });
  if (dest < 0) return false;
  const Dtype dtype = draft.choices.oneIn(draft.shapes.converted_in) ? draft.randomDtype()
                                                                     : draft.state.at(dest).dtype;
  constexpr uint64_t kFromHostIn = 16;
  const int source =
      draft.choices.oneIn(kFromHostIn)
          ? drawHostSource(draft, dest, dtype)
          : drawOperand(draft, dest, Sharing::mayBeSame, dtype, [](const Layout&) { return true; });
  add(call, TensorRef{dest});
  add(call, TensorRef{source});
  // An upload from host memory that is not pinned makes a copy first, so it does not wait.
  if (draft.state.at(source).host && draft.choices.oneIn(2))
    call.args.push_back({"non_blocking", true});
  return true;
}

// ---- fill_.Scalar(self, value), zero_(self)
//
// float8_e8m0fnu has powers of two only: neither 0 nor most small numbers.
bool holdsNumbers(Dtype dtype) { return dtype != Dtype::Float8_e8m0fnu; }

// A fill writes the same value everywhere. So elements may share memory, and ATen refuses nothing.

int drawFilled(Draft& draft) {
  if (!draft.choices.oneIn(4)) return drawDestination(draft, holdsNumbers);
  return draft.tensor([](const Layout& layout) { return holdsNumbers(layout.dtype); });
}

Outcome fillRule(const LayoutState& state, const Call& call) {
  if (!shaped<TensorRef, int64_t>(call)) return Outcome::dontKnow();
  if (!holdsNumbers(self(state, call).dtype)) return Outcome::dontKnow();
  if (integer(call, 1) < 0 || integer(call, 1) > 127)
    return Outcome::dontKnow();  // may not fit the dtype
  return {};
}

bool fillDraw(Draft& draft, Call& call) {
  const int dest = drawFilled(draft);
  if (dest < 0) return false;
  add(call, TensorRef{dest});
  add(call, drawNumber(draft));
  return true;
}

Outcome zeroRule(const LayoutState& state, const Call& call) {
  const bool known = shaped<TensorRef>(call) && holdsNumbers(self(state, call).dtype);
  return known ? Outcome{} : Outcome::dontKnow();
}

bool zeroDraw(Draft& draft, Call& call) {
  const int dest = drawFilled(draft);
  if (dest < 0) return false;
  add(call, TensorRef{dest});
  return true;
}

/// What a fill writes: a small whole number, or a tensor of one element and the same dtype.
bool fillsWith(const LayoutState& state, const Layout& dest, const Argument& value) {
  if (const auto* ref = std::get_if<TensorRef>(&value.value))
    return state.at(ref->id).rank() == 0 && state.at(ref->id).dtype == dest.dtype;
  const auto* number = std::get_if<int64_t>(&value.value);
  return number && *number >= 0 && *number <= 127;
}

/// The value of a fill that takes a tensor.
void addFillTensor(Draft& draft, Call& call, Dtype dtype) {
  add(call, TensorRef{draft.sourceLike({}, dtype)});
}

Outcome fillTensorRule(const LayoutState& state, const Call& call) {
  if (!shaped<TensorRef, TensorRef>(call)) return Outcome::dontKnow();
  const Layout& dest = self(state, call);
  if (!isArithmetic(dest.dtype) || !fillsWith(state, dest, call.args[1]))
    return Outcome::dontKnow();
  const Layout& value = state.at(std::get<TensorRef>(call.args[1].value).id);
  if (overlap(dest, value) != Overlap::disjoint) return Outcome::undefined();
  return {};
}

bool fillTensorDraw(Draft& draft, Call& call) {
  const int dest = drawDestination(draft, isArithmetic);
  if (dest < 0) return false;
  add(call, TensorRef{dest});
  addFillTensor(draft, call, draft.state.at(dest).dtype);
  return true;
}

// ---- masked_fill_(self, mask, value): a number, or a tensor of one element

Outcome maskedFillRule(const LayoutState& state, const Call& call) {
  if (!shaped<TensorRef, TensorRef, int64_t>(call) &&
      !shaped<TensorRef, TensorRef, TensorRef>(call))
    return Outcome::dontKnow();
  const Layout& dest = self(state, call);
  const Layout& mask = state.at(std::get<TensorRef>(call.args[1].value).id);
  if (!isArithmetic(dest.dtype)) return Outcome::dontKnow();
  if (mask.dtype != Dtype::Bool) return Outcome::refuse("the mask is not bool");
  if (!broadcastsTo(mask.sizes, dest.sizes)) {
    return Outcome::refuse("the mask does not broadcast to the destination");
  }
  if (!fillsWith(state, dest, call.args[2])) return Outcome::dontKnow();
  // If the destination overlaps itself, ATen only warns.
  if (selfOverlaps(dest)) return Outcome::undefined();
  if (const auto* value = argument<TensorRef>(call, 2);
      value && overlap(dest, state.at(value->id)) != Overlap::disjoint)
    return Outcome::undefined();
  if (auto refused = refuseOverlap(dest, mask, Sharing::mustBeDisjoint)) return *refused;
  return {};
}

template <bool WithTensor>
bool maskedFillDraw(Draft& draft, Call& call) {
  const int dest = drawDestination(draft, isArithmetic);
  if (dest < 0) return false;
  const int mask = drawOperand(draft, dest, Sharing::mustBeDisjoint, Dtype::Bool,
                               [](const Layout& layout) { return layout.dtype == Dtype::Bool; });
  add(call, TensorRef{dest});
  add(call, TensorRef{mask});
  if (WithTensor) {
    addFillTensor(draft, call, draft.state.at(dest).dtype);
  } else {
    add(call, drawNumber(draft));
  }
  return true;
}

}  // namespace

std::vector<Op> writes() {
  return {
      {.name = "aten.zero_",
       .kind = Kind::write,
       .rule = zeroRule,
       .draw = zeroDraw,
       .python = "{0}.zero_()",
       .effect = Effect::zero},
      {.name = "aten.fill_.Scalar",
       .kind = Kind::write,
       .rule = fillRule,
       .draw = fillDraw,
       .python = "{0}.fill_({1})",
       .effect = Effect::fill},
      {.name = "aten.fill_.Tensor",
       .kind = Kind::write,
       .rule = fillTensorRule,
       .draw = fillTensorDraw,
       .python = "{0}.fill_({1})"},
      {.name = "aten.copy_",
       .kind = Kind::write,
       .rule = copyRule,
       .draw = copyDraw,
       .python = "{0}.copy_({1}, {named})",
       .effect = Effect::copy,
       .open = OpenValues::copied,
       .placement = Placement::anywhere,
       .honors_bits = true},
      {.name = "aten.masked_fill_.Scalar",
       .kind = Kind::write,
       .rule = maskedFillRule,
       .draw = maskedFillDraw<false>,
       .python = "{0}.masked_fill_({1}, {2})",
       .effect = Effect::maskedFill},
      {.name = "aten.masked_fill_.Tensor",
       .kind = Kind::write,
       .rule = maskedFillRule,
       .draw = maskedFillDraw<true>,
       .python = "{0}.masked_fill_({1}, {2})"},
  };
}

}  // namespace viewfuzz
