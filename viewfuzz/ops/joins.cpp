// Ops that put several tensors into one, new and into `out`.

#include "viewfuzz/ops/formats.h"
#include "viewfuzz/ops/indexing.h"
#include "viewfuzz/ops/ops.h"

namespace viewfuzz {
namespace {

// ---- cat(tensors, dim), stack(tensors, dim)

/// `stack` is a `cat` of the tensors as they are (along dim 0), or of such with one more dim.
template <bool Stacks>
bool mayKeepAFormat(const Layout& layout) {
  return mayBeChannelsLast(layout) || (Stacks && mayBeChannelsLast(unsqueezed(layout, 0)));
}

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
    if (layout.dtype != dtype || numel(layout) == 0 || mayKeepAFormat<Stacks>(layout))
      return Outcome::dontKnow();
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
           !mayKeepAFormat<Stacks>(layout);
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

template <bool kStack>
void joinMend(const LayoutState& state, Call& call) {
  auto* dim = argument<int64_t>(call, 1);
  const auto* list = argument<TensorList>(call, 0);
  if (!dim || !list || list->empty() || !list->front()) return;
  mendDim(*dim, state.at(list->front()->id).rank() + (kStack ? 1 : 0));
}

/// The CPU of libtorch 2.13 divides by a stride of 0 of the destination, which ends the process.
/// Only a dim of size 1 can have one, since ATen refuses the others.
template <bool kStack>
Outcome joinOutRule(const LayoutState& state, const Call& call) {
  const auto* out =
      call.args.size() == 3 ? std::get_if<TensorRef>(&call.args.back().value) : nullptr;
  const bool still = out != nullptr && [&] {
    const Dims& strides = state.at(out->id).strides;
    return std::find(strides.begin(), strides.end(), 0) != strides.end();
  }();
  return still ? Outcome::dontKnow() : outRuleOf<joinRule<kStack>>(state, call);
}

}  // namespace

std::vector<Op> joins() {
  return {
      {.name = "aten.cat",
       .kind = Kind::compute,
       .rule = joinRule<false>,
       .draw = joinDraw<false>,
       .mend = joinMend<false>,
       .python = "torch.cat({0}, {1})"},
      {.name = "aten.stack",
       .kind = Kind::compute,
       .rule = joinRule<true>,
       .draw = joinDraw<true>,
       .mend = joinMend<true>,
       .python = "torch.stack({0}, {1})"},
      {.name = "aten.cat.out",
       .kind = Kind::write,
       .rule = joinOutRule<false>,
       .draw = outDrawOf<joinRule<false>, joinDraw<false>>,
       .mend = outMendOf<joinMend<false>>,
       .python = "torch.cat({0}, {1}, out={2})",
       .dest = 2},
      {.name = "aten.stack.out",
       .kind = Kind::write,
       .rule = joinOutRule<true>,
       .draw = outDrawOf<joinRule<true>, joinDraw<true>>,
       .mend = outMendOf<joinMend<true>>,
       .python = "torch.stack({0}, {1}, out={2})",
       .dest = 2},
  };
}

}  // namespace viewfuzz
