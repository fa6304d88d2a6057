// _foreach_*_: one call that writes to a list of tensors.

#include "viewfuzz/ops/ops.h"
#include "viewfuzz/ops/results.h"

namespace viewfuzz {
namespace {

// The letters say which arguments follow the destinations. `l` is a list with one operand for each
// destination, `s` a whole number from 0.

const TensorList* fullList(const Call& call, size_t i) {
  const auto* list = argument<TensorList>(call, i);
  const bool full = list && !list->empty() &&
                    std::all_of(list->begin(), list->end(), [](auto& t) { return t.has_value(); });
  return full ? list : nullptr;
}

Outcome foreachRule(const LayoutState& state, const Call& call) {
  const std::string_view letters = call.entry->letters;
  const TensorList* dests = fullList(call, 0);
  if (!dests || call.args.size() != 1 + letters.size()) return Outcome::dontKnow();
  for (const auto& dest : *dests) {
    const Layout& layout = state.at(dest->id);
    if (!contains(call.entry->takes, layout.dtype) || numel(layout) == 0)
      return Outcome::dontKnow();
    // The backend writes to one destination after the other, in an order of its choice.
    for (const auto& other : *dests) {
      if (&other != &dest && overlap(layout, state.at(other->id)) != Overlap::disjoint)
        return Outcome::undefined();
    }
    if (selfOverlaps(layout)) return Outcome::undefined();
  }
  if (letters == "s") {
    const auto* number = argument<int64_t>(call, 1);
    return number && *number >= 0 && *number <= 127 ? Outcome{} : Outcome::dontKnow();
  }
  if (letters != "l") return {};
  const TensorList* sources = fullList(call, 1);
  if (!sources || sources->size() != dests->size()) return Outcome::dontKnow();
  for (size_t i = 0; i < dests->size(); ++i) {
    const Layout& source = state.at((*sources)[i]->id);
    const Layout& own = state.at((*dests)[i]->id);
    if (source.sizes != own.sizes || source.dtype != own.dtype) return Outcome::dontKnow();
    for (size_t j = 0; j < dests->size(); ++j) {
      const Overlap shared = overlap(state.at((*dests)[j]->id), source);
      if (shared == Overlap::partial || (shared == Overlap::same && i != j))
        return Outcome::undefined();
    }
  }
  return {};
}

bool foreachDraw(Draft& draft, Call& call) {
  TensorList dests;
  const int64_t count = draft.choices.between(1, 3);
  for (int64_t i = 0; i < count; ++i) {
    const int id = draft.tensor([&](const Layout& layout) {
      if (!contains(call.entry->takes, layout.dtype) || numel(layout) == 0 || selfOverlaps(layout))
        return false;
      return std::all_of(dests.begin(), dests.end(), [&](const auto& other) {
        return overlap(layout, draft.state.at(other->id)) == Overlap::disjoint;
      });
    });
    if (id >= 0) dests.emplace_back(TensorRef{id});
  }
  if (dests.empty()) return false;
  add(call, dests);
  if (call.entry->letters == "s") add(call, drawNumber(draft));
  if (call.entry->letters != "l") return true;
  TensorList sources;
  for (const auto& dest : dests) {
    const Layout layout = draft.state.at(dest->id);
    sources.emplace_back(TensorRef{draft.sourceLike(layout.sizes, layout.dtype)});
  }
  add(call, sources);
  return true;
}

}  // namespace

std::vector<Op> foreachWrites() {
  return {
      {.name = "aten._foreach_zero_",
       .kind = Kind::write,
       .rule = foreachRule,
       .draw = foreachDraw,
       .python = "torch._foreach_zero_({0})"},
      {.name = "aten._foreach_neg_",
       .kind = Kind::write,
       .rule = foreachRule,
       .draw = foreachDraw,
       .python = "torch._foreach_neg_({0})",
       .takes = kNumbers},
      {.name = "aten._foreach_abs_",
       .kind = Kind::write,
       .rule = foreachRule,
       .draw = foreachDraw,
       .python = "torch._foreach_abs_({0})",
       .takes = kReals},
      {.name = "aten._foreach_add_.Scalar",
       .kind = Kind::write,
       .rule = foreachRule,
       .draw = foreachDraw,
       .python = "torch._foreach_add_({0}, {1})",
       .letters = "s",
       .takes = kNumbers},
      {.name = "aten._foreach_mul_.Scalar",
       .kind = Kind::write,
       .rule = foreachRule,
       .draw = foreachDraw,
       .python = "torch._foreach_mul_({0}, {1})",
       .letters = "s",
       .takes = kNumbers},
      {.name = "aten._foreach_add_.List",
       .kind = Kind::write,
       .rule = foreachRule,
       .draw = foreachDraw,
       .python = "torch._foreach_add_({0}, {1})",
       .letters = "l"},
      {.name = "aten._foreach_sub_.List",
       .kind = Kind::write,
       .rule = foreachRule,
       .draw = foreachDraw,
       .python = "torch._foreach_sub_({0}, {1})",
       .letters = "l",
       .takes = kNumbers},
      {.name = "aten._foreach_mul_.List",
       .kind = Kind::write,
       .rule = foreachRule,
       .draw = foreachDraw,
       .python = "torch._foreach_mul_({0}, {1})",
       .letters = "l"},
      {.name = "aten._foreach_copy_",
       .kind = Kind::write,
       .rule = foreachRule,
       .draw = foreachDraw,
       .python = "torch._foreach_copy_({0}, {1})",
       .letters = "l"},
  };
}

}  // namespace viewfuzz
