// Views that leave the elements where they are and read them differently.

#include <array>

#include "viewfuzz/ops/arguments.h"
#include "viewfuzz/ops/ops.h"

namespace viewfuzz {
namespace {

bool isComplex(const Layout& layout) { return category(layout.dtype) == Category::complex; }

bool drawComplex(Draft& draft, Call& call) {
  int id = draft.tensor(isComplex);
  if (id < 0) {
    constexpr std::array kComplex = {Dtype::ComplexFloat, Dtype::ComplexDouble, Dtype::ComplexHalf};
    const Dims sizes = draft.randomSizes();
    id = draft.sourceLike(sizes, draft.choices.pick(kComplex));
  }
  add(call, TensorRef{id});
  return true;
}

// ---- conj(self), _conj(self), _neg_view(self), resolve_conj(self), resolve_neg(self)

Outcome conjRule(const LayoutState& state, const Call& call) {
  if (!shaped<TensorRef>(call)) return Outcome::dontKnow();
  const Layout& layout = self(state, call);
  return isComplex(layout) ? Outcome::one(conjugated(layout))
                           : Outcome::same(state, tensorId(call, 0));
}

Outcome conjViewRule(const LayoutState& state, const Call& call) {
  if (!shaped<TensorRef>(call)) return Outcome::dontKnow();
  const Layout& layout = self(state, call);
  return isComplex(layout) ? Outcome::one(conjugated(layout))
                           : Outcome::refuse("only complex numbers have a conjugate");
}

/// Any tensor can have the negative bit, but only a few dtypes have a kernel that honors it. For
/// complex numbers the negative of 0 is open: it is 0 in ATen's vectorized loop and -0 in its plain
/// loop, and the length decides which one runs.
bool hasSign(const Layout& layout) {
  return isArithmetic(layout.dtype) && layout.dtype != Dtype::Bool && !isComplex(layout);
}

Outcome negViewRule(const LayoutState& state, const Call& call) {
  if (!shaped<TensorRef>(call) || !hasSign(self(state, call))) return Outcome::dontKnow();
  return Outcome::one(negated(self(state, call)));
}

bool negViewDraw(Draft& draft, Call& call) {
  const int id = draft.tensor(hasSign);
  if (id < 0) return false;
  add(call, TensorRef{id});
  return true;
}

/// A copy has neither bit.
Outcome resolved(const LayoutState& state, const Call& call, bool Layout::* bit) {
  if (!shaped<TensorRef>(call)) return Outcome::dontKnow();
  Layout layout = self(state, call);
  if (!(layout.*bit)) return Outcome::same(state, tensorId(call, 0));
  layout.strides = preservedStrides(layout);
  return Outcome::one(inNewStorage(layout));
}
Outcome resolveConjRule(const LayoutState& state, const Call& call) {
  return resolved(state, call, &Layout::conj);
}
Outcome resolveNegRule(const LayoutState& state, const Call& call) {
  return resolved(state, call, &Layout::neg);
}

template <bool Layout::* Bit>
bool resolveDraw(Draft& draft, Call& call) {
  int id = draft.tensor([](const Layout& layout) { return layout.*Bit; });
  if (id < 0 || draft.choices.oneIn(4)) id = draft.tensor();
  add(call, TensorRef{id});
  return id >= 0;
}

// ---- view_as_real(self), view_as_complex(self), real(self), imag(self)

/// The result has elements of half the size, and one more dim for the two parts. It cannot keep the
/// conjugate bit.
Layout parts(Layout layout) {
  layout.dtype = c10::toRealValueType(layout.dtype);
  layout.offset *= 2;
  for (auto& stride : layout.strides) stride *= 2;
  layout.sizes.push_back(2);
  layout.strides.push_back(1);
  layout.conj = false;
  return layout;
}

Outcome viewAsRealRule(const LayoutState& state, const Call& call) {
  if (!shaped<TensorRef>(call)) return Outcome::dontKnow();
  const Layout& layout = self(state, call);
  if (!isComplex(layout)) return Outcome::refuse("view_as_real takes complex numbers");
  if (layout.conj) return Outcome::refuse("the conjugate bit is set");
  return Outcome::one(parts(layout));
}

Outcome realRule(const LayoutState& state, const Call& call) {
  if (!shaped<TensorRef>(call)) return Outcome::dontKnow();
  const Layout& layout = self(state, call);
  if (!isComplex(layout)) return Outcome::same(state, tensorId(call, 0));
  return Outcome::one(selected(parts(layout), layout.rank(), 0));
}

Outcome imagRule(const LayoutState& state, const Call& call) {
  if (!shaped<TensorRef>(call)) return Outcome::dontKnow();
  const Layout& layout = self(state, call);
  if (!isComplex(layout)) return Outcome::refuse("only complex numbers have an imaginary part");
  const Layout imaginary = selected(parts(layout), layout.rank(), 1);
  return Outcome::one(layout.conj ? negated(imaginary) : imaginary);
}

bool canBeComplex(const Layout& layout) {
  return layout.rank() > 0 && layout.sizes.back() == 2 &&
         (layout.dtype == Dtype::Float || layout.dtype == Dtype::Double ||
          layout.dtype == Dtype::Half);
}

Outcome viewAsComplexRule(const LayoutState& state, const Call& call) {
  if (!shaped<TensorRef>(call)) return Outcome::dontKnow();
  Layout layout = self(state, call);
  if (!canBeComplex(layout)) return Outcome::refuse("not pairs of floats");
  if (numel(layout) == 0 || layout.neg) return Outcome::dontKnow();  // see `hasSign`
  if (layout.strides.back() != 1) return Outcome::refuse("the pairs are not dense");
  if (layout.offset % 2 != 0) return Outcome::refuse("the offset is odd");
  layout.dtype = c10::toComplexType(layout.dtype);
  layout.offset /= 2;
  layout.sizes.pop_back();
  layout.strides.pop_back();
  for (size_t d = 0; d < layout.sizes.size(); ++d) {
    // ATen looks at strides that say nothing, too.
    if (layout.sizes[d] == 1) return Outcome::dontKnow();
    if (layout.strides[d] % 2 != 0) return Outcome::refuse("a stride is odd");
    layout.strides[d] /= 2;
  }
  return Outcome::one(layout);
}

bool viewAsComplexDraw(Draft& draft, Call& call) {
  int id = draft.tensor([](const Layout& layout) {
    return canBeComplex(layout) && layout.strides.back() == 1 && layout.offset % 2 == 0 &&
           !layout.neg;
  });
  if (id < 0 || draft.choices.oneIn(3)) {
    constexpr std::array kReal = {Dtype::Float, Dtype::Double, Dtype::Half};
    Dims sizes = draft.randomSizes();
    if (numel(sizes) == 0) return false;
    sizes.push_back(2);
    id = draft.sourceLike(sizes, draft.choices.pick(kReal));
  }
  add(call, TensorRef{id});
  return true;
}

// ---- view.dtype(self, dtype)

Outcome viewDtypeRule(const LayoutState& state, const Call& call) {
  if (!shaped<TensorRef, Dtype>(call)) return Outcome::dontKnow();
  const Layout& layout = self(state, call);
  const Dtype dtype = *argument<Dtype>(call, 1);
  if (layout.hasBit()) return Outcome::refuse("a bit is set");
  // The bytes may be neither 0 nor 1, and then they are no bools. Such a byte could be written
  // through the view.
  if (layout.dtype != dtype && (layout.dtype == Dtype::Bool || dtype == Dtype::Bool))
    return Outcome::dontKnow();
  if (itemsize(dtype) != itemsize(layout.dtype)) {
    // ATen looks at strides and offsets that say nothing, too.
    const bool empty = numel(layout) == 0;
    const bool ones = std::any_of(layout.sizes.begin(), layout.sizes.end(),
                                  [](int64_t size) { return size == 1; });
    if (layout.rank() > 0 && (empty || ones)) return Outcome::dontKnow();
  }
  const auto read = reinterpreted(layout, dtype);
  return read ? Outcome::one(*read) : Outcome::refuse("elements of that size do not fit");
}

bool viewDtypeDraw(Draft& draft, Call& call) {
  const int id = draft.tensor([](const Layout& layout) {
    return layout.dtype != Dtype::Bool && !layout.conj && !layout.neg;
  });
  if (id < 0) return false;
  add(call, TensorRef{id});
  add(call, dtypes()[0]);
  for (int tries = 0; tries < 4; ++tries) {
    *argument<Dtype>(call, 1) = dtypes()[draft.choices.below(dtypes().size())];
    if (viewDtypeRule(draft.state, call).accepted()) return true;
  }
  return false;
}

void viewDtypeMend(const LayoutState& state, Call& call) {
  if (!shaped<TensorRef, Dtype>(call)) return;
  if (!viewDtypeRule(state, call).accepted()) *argument<Dtype>(call, 1) = self(state, call).dtype;
}

// ---- lift_fresh(self), positive(self): the operand itself

Outcome itselfRule(const LayoutState& state, const Call& call) {
  return shaped<TensorRef>(call) ? Outcome::same(state, tensorId(call, 0)) : Outcome::dontKnow();
}

Outcome positiveRule(const LayoutState& state, const Call& call) {
  if (!shaped<TensorRef>(call)) return Outcome::dontKnow();
  if (self(state, call).dtype == Dtype::Bool) return Outcome::refuse("a bool has no sign");
  return Outcome::same(state, tensorId(call, 0));
}

}  // namespace

std::vector<Op> bitViews() {
  return {
      {.name = "aten.conj",
       .kind = Kind::view,
       .rule = conjRule,
       .draw = drawComplex,
       .python = "{0}.conj()"},
      {.name = "aten._conj",
       .kind = Kind::view,
       .rule = conjViewRule,
       .draw = drawComplex,
       .python = "torch._conj({0})"},
      {.name = "aten._neg_view",
       .kind = Kind::view,
       .rule = negViewRule,
       .draw = negViewDraw,
       .python = "torch._neg_view({0})"},
      {.name = "aten.resolve_conj",
       .kind = Kind::view,
       .rule = resolveConjRule,
       .draw = resolveDraw<&Layout::conj>,
       .python = "{0}.resolve_conj()"},
      {.name = "aten.resolve_neg",
       .kind = Kind::view,
       .rule = resolveNegRule,
       .draw = resolveDraw<&Layout::neg>,
       .python = "{0}.resolve_neg()"},
      {.name = "aten.view_as_real",
       .kind = Kind::view,
       .rule = viewAsRealRule,
       .draw = drawComplex,
       .python = "torch.view_as_real({0})"},
      {.name = "aten.view_as_complex",
       .kind = Kind::view,
       .rule = viewAsComplexRule,
       .draw = viewAsComplexDraw,
       .python = "torch.view_as_complex({0})"},
      {.name = "aten.real",
       .kind = Kind::view,
       .rule = realRule,
       .draw = drawComplex,
       .python = "{0}.real"},
      {.name = "aten.imag",
       .kind = Kind::view,
       .rule = imagRule,
       .draw = drawComplex,
       .python = "{0}.imag"},
      {.name = "aten.view.dtype",
       .kind = Kind::view,
       .rule = viewDtypeRule,
       .draw = viewDtypeDraw,
       .mend = viewDtypeMend,
       .python = "{0}.view({1})"},
      {.name = "aten.lift_fresh", .kind = Kind::view, .rule = itselfRule, .draw = anySelfDraw},
      {.name = "aten.positive",
       .kind = Kind::view,
       .rule = positiveRule,
       .draw = anySelfDraw,
       .python = "{0}.positive()"},
  };
}

}  // namespace viewfuzz
