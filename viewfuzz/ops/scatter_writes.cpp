// Writes to the places that an index tensor names element by element along one dim.

#include "viewfuzz/ops/indexing.h"
#include "viewfuzz/ops/ops.h"

namespace viewfuzz {
namespace {

// ---- scatter_(self, dim, index, src or value[, reduce]) and its kin

/// Do `index`, and the dims of `other` that it reads or writes, fit?
bool fitsWithin(const Layout& index, const Layout& other, int64_t free_dim) {
  if (index.rank() != other.rank()) return false;
  for (int64_t d = 0; d < index.rank(); ++d) {
    if (d != free_dim && index.sizes[d] > other.sizes[d]) return false;
  }
  return true;
}

Outcome scatterRule(const LayoutState& state, const Call& call) {
  if (call.args.size() < 4) return Outcome::dontKnow();
  const Layout* dest = tensorArgument(state, call, 0);
  const auto* dim = argument<int64_t>(call, 1);
  const Layout* index = tensorArgument(state, call, 2);
  if (!dest || !dim || !isIndex(index)) return Outcome::dontKnow();
  if (dest->rank() == 0 || numel(*dest) == 0 || numel(*index) == 0 ||
      !contains(call.entry->takes, dest->dtype) || !dimFits(*dim, dest->rank()) ||
      !fitsWithin(*index, *dest, wrapDim(*dim, dest->rank())))
    return Outcome::dontKnow();
  const Layout* source = tensorArgument(state, call, 3);
  const bool known = source ? source->dtype == dest->dtype && fitsWithin(*index, *source, -1)
                            : call.args[3].name.empty() && isSmall(call.args[3].value);
  // The next argument is one of the words that `draw` chooses from.
  if (!known || call.args.size() > 6) return Outcome::dontKnow();
  return openIfShared(state, call).value_or(Outcome{});
}

bool scatterDraw(Draft& draft, Call& call, bool from_tensor) {
  const int dest = drawIndexed(draft, call.entry->takes);
  if (dest < 0) return false;
  const Layout target = draft.state.at(dest);
  const int64_t dim = drawDim(draft, target.rank());
  const int64_t along = wrapDim(dim, target.rank());
  Dims sizes = target.sizes;
  for (auto& size : sizes) {
    if (draft.choices.oneIn(3)) size = draft.choices.between(1, size);
  }
  const int64_t size = target.sizes[static_cast<size_t>(along)];
  add(call, TensorRef{dest});
  add(call, dim);
  add(call, TensorRef{drawIndex(draft, sizes, along, size, false)});
  if (!from_tensor) {
    add(call, drawNumber(draft));
    return true;
  }
  if (draft.choices.oneIn(4)) ++draft.choices.pick(sizes);  // more than is read
  add(call, TensorRef{draft.sourceLike(sizes, target.dtype)});
  return true;
}

bool scatterSourceDraw(Draft& draft, Call& call) { return scatterDraw(draft, call, true); }
bool scatterValueDraw(Draft& draft, Call& call) { return scatterDraw(draft, call, false); }

template <bool FromTensor>
bool scatterReducingDraw(Draft& draft, Call& call) {
  if (!scatterDraw(draft, call, FromTensor)) return false;
  call.args.push_back({"reduce", std::string(draft.choices.oneIn(2) ? "add" : "multiply")});
  return true;
}

bool scatterReduceDraw(Draft& draft, Call& call) {
  if (!scatterDraw(draft, call, true)) return false;
  static constexpr const char* kReductions[] = {"sum", "prod", "amax", "amin"};
  add(call, std::string(kReductions[draft.choices.below(4)]));
  call.args.push_back({"include_self", draft.choices.oneIn(2)});
  return true;
}

}  // namespace

std::vector<Op> scatterWrites() {
  return {
      {.name = "aten.scatter_.src",
       .kind = Kind::write,
       .rule = scatterRule,
       .draw = scatterSourceDraw,
       .mend = mendDimArgument,
       .python = "{0}.scatter_({1}, {2}, {3})",
       .dim_args = {1},
       .reads_values = true,
       .open = OpenValues::alongIndices},
      {.name = "aten.scatter_.value",
       .kind = Kind::write,
       .rule = scatterRule,
       .draw = scatterValueDraw,
       .mend = mendDimArgument,
       .python = "{0}.scatter_({1}, {2}, {3})",
       .dim_args = {1},
       .reads_values = true},
      {.name = "aten.scatter_.reduce",
       .kind = Kind::write,
       .rule = scatterRule,
       .draw = scatterReducingDraw<true>,
       .mend = mendDimArgument,
       .python = "{0}.scatter_({1}, {2}, {3}, reduce={4})",
       .dim_args = {1},
       .inexact = true,
       .reads_values = true,
       .takes = kReals},
      {.name = "aten.scatter_.value_reduce",
       .kind = Kind::write,
       .rule = scatterRule,
       .draw = scatterReducingDraw<false>,
       .mend = mendDimArgument,
       .python = "{0}.scatter_({1}, {2}, {3}, reduce={4})",
       .dim_args = {1},
       .inexact = true,
       .reads_values = true,
       .takes = kReals},
      {.name = "aten.scatter_add_",
       .kind = Kind::write,
       .rule = scatterRule,
       .draw = scatterSourceDraw,
       .mend = mendDimArgument,
       .python = "{0}.scatter_add_({1}, {2}, {3})",
       .dim_args = {1},
       .inexact = true,
       .reads_values = true,
       .takes = kNumbers},
      {.name = "aten.scatter_reduce_.two",
       .kind = Kind::write,
       .rule = scatterRule,
       .draw = scatterReduceDraw,
       .mend = mendDimArgument,
       .python = "{0}.scatter_reduce_({1}, {2}, {3}, {4}, include_self={5})",
       .dim_args = {1},
       .inexact = true,
       .reads_values = true,
       .takes = kReals},
      {.name = "aten.scatter.src",
       .kind = Kind::compute,
       .rule = outOfPlace<scatterRule>,
       .draw = scatterSourceDraw,
       .mend = mendDimArgument,
       .python = "{0}.scatter({1}, {2}, {3})",
       .dim_args = {1},
       .reads_values = true,
       .open = OpenValues::alongIndices},
  };
}

}  // namespace viewfuzz
