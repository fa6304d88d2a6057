// Ops on the triangles and the diagonal of a matrix.

#include "viewfuzz/ops/indexing.h"
#include "viewfuzz/ops/ops.h"

namespace viewfuzz {
namespace {

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

}  // namespace

std::vector<Op> triangles() {
  return {
      {.name = "aten.tril",
       .kind = Kind::compute,
       .rule = triangleRule,
       .draw = triangleDraw,
       .python = "{0}.tril({1})"},
      {.name = "aten.triu",
       .kind = Kind::compute,
       .rule = triangleRule,
       .draw = triangleDraw,
       .python = "{0}.triu({1})"},
      {.name = "aten.tril_",
       .kind = Kind::write,
       .rule = triangleRule,
       .draw = triangleDraw,
       .python = "{0}.tril_({1})"},
      {.name = "aten.triu_",
       .kind = Kind::write,
       .rule = triangleRule,
       .draw = triangleDraw,
       .python = "{0}.triu_({1})"},
      {.name = "aten.fill_diagonal_",
       .kind = Kind::write,
       .rule = fillDiagonalRule,
       .draw = fillDiagonalDraw,
       .python = "{0}.fill_diagonal_({1})"},
  };
}

}  // namespace viewfuzz
