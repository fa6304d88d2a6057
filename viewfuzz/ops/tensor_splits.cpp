// tensor_split and its forms for a fixed dim. They cut with slices, whose bounds are clipped.

#include "viewfuzz/ops/arguments.h"
#include "viewfuzz/ops/ops.h"

namespace viewfuzz {
namespace {

Outcome intoSections(const Layout& layout, int64_t dim, int64_t sections, const Call& call) {
  if (sections <= 0) return Outcome::refuse("the number of sections is not positive");
  if (sections != call.results) return Outcome::dontKnow();
  Outcome outcome;
  int64_t start = 0;
  for (int64_t i = 0; i < sections; ++i) {
    const int64_t length =
        layout.sizes[dim] / sections + (i < layout.sizes[dim] % sections ? 1 : 0);
    outcome.results.push_back(narrowed(layout, dim, start, length));
    start += length;
  }
  return outcome;
}

Outcome atIndices(const Layout& layout, int64_t dim, const Dims& indices, const Call& call) {
  if (static_cast<int64_t>(indices.size()) + 1 != call.results) return Outcome::dontKnow();
  Outcome outcome;
  int64_t start = 0;
  for (const int64_t end : indices) {
    outcome.results.push_back(sliced(layout, dim, start, end));
    start = end;
  }
  outcome.results.push_back(sliced(layout, dim, start, layout.sizes[dim]));
  return outcome;
}

// ---- tensor_split.sections(self, sections, dim), .indices(self, indices, dim)

template <typename By>
Outcome tensorSplitRule(const LayoutState& state, const Call& call) {
  if (!shaped<TensorRef, By, int64_t>(call)) return Outcome::dontKnow();
  const Layout& layout = self(state, call);
  if (layout.rank() == 0) return Outcome::refuse("it needs at least one dim");
  if (!dimFits(integer(call, 2), layout.rank())) return badDim(integer(call, 2), layout.rank());
  const int64_t dim = wrapDim(integer(call, 2), layout.rank());
  if constexpr (std::is_same_v<By, int64_t>) {
    return intoSections(layout, dim, integer(call, 1), call);
  } else if constexpr (std::is_same_v<By, Dims>) {
    return atIndices(layout, dim, dims(call, 1), call);
  } else {  // a tensor that says the one or the other
    const int given = tensorId(call, 1);
    const auto elements = state.elementsOf(given);
    if (!elements || state.at(given).rank() > 1) return Outcome::dontKnow();
    if (state.at(given).rank() == 0) return intoSections(layout, dim, elements->front(), call);
    return atIndices(layout, dim, Dims(elements->begin(), elements->end()), call);
  }
}

Dims drawIndices(Draft& draft, int64_t size) {
  Dims indices;
  const int64_t count = draft.choices.between(0, 2);
  int64_t index = 0;
  for (int64_t i = 0; i < count; ++i) {
    index = draft.choices.between(draft.choices.oneIn(8) ? 0 : index, size);
    indices.push_back(draft.choices.oneIn(8) ? index - size : index);
  }
  return indices;
}

template <typename By>
bool tensorSplitDraw(Draft& draft, Call& call) {
  if (!drawSelf(draft, call, 1)) return false;
  const int64_t dim = drawDim(draft, self(draft.state, call).rank());
  const int64_t size = self(draft.state, call).sizes[wrapDim(dim, self(draft.state, call).rank())];
  const bool by_number =
      !std::is_same_v<By, Dims> && (std::is_same_v<By, int64_t> || draft.choices.oneIn(2));
  Dims numbers = by_number ? Dims{draft.choices.between(1, 4)} : drawIndices(draft, size);
  call.results =
      static_cast<int>(by_number ? numbers[0] : static_cast<int64_t>(numbers.size()) + 1);
  if constexpr (std::is_same_v<By, int64_t>) {
    add(call, numbers[0]);
  } else if constexpr (std::is_same_v<By, Dims>) {
    add(call, numbers);
  } else {
    if (numbers.empty()) return false;
    add(call, TensorRef{drawBounds(draft, numbers, by_number)});
  }
  add(call, dim);
  return true;
}

template <typename By>
void tensorSplitMend(const LayoutState& state, Call& call) {
  if (!shaped<TensorRef, By, int64_t>(call)) return;
  mendDim(*argument<int64_t>(call, 2), self(state, call).rank());
  if constexpr (std::is_same_v<By, int64_t>) {
    *argument<int64_t>(call, 1) = std::max(call.results, 1);
  } else if constexpr (std::is_same_v<By, Dims>) {
    argument<Dims>(call, 1)->resize(static_cast<size_t>(std::max(call.results, 1) - 1), 0);
  }
}

// ---- vsplit, hsplit, dsplit: dim 0, 1 or 2, with .int(self, sections) and .array(self, indices)

/// The dim that is cut; for a vector, hsplit cuts the only one.
int64_t fixedDim(const Layout& layout, int64_t axis) {
  return axis == 1 && layout.rank() == 1 ? 0 : axis;
}
int64_t leastRank(int64_t axis) { return axis == 1 ? 1 : axis == 0 ? 2 : 3; }

template <int64_t Axis, typename By>
Outcome fixedSplitRule(const LayoutState& state, const Call& call) {
  if (!shaped<TensorRef, By>(call)) return Outcome::dontKnow();
  const Layout& layout = self(state, call);
  if (layout.rank() < leastRank(Axis)) return Outcome::refuse("too few dims");
  const int64_t dim = fixedDim(layout, Axis);
  if constexpr (std::is_same_v<By, Dims>) {
    return atIndices(layout, dim, dims(call, 1), call);
  } else {
    const int64_t sections = integer(call, 1);
    if (sections == 0 || layout.sizes[dim] % sections != 0)
      return Outcome::refuse("the sections are not equal");
    return intoSections(layout, dim, sections, call);
  }
}

template <int64_t Axis, typename By>
bool fixedSplitDraw(Draft& draft, Call& call) {
  if (!drawSelf(draft, call, leastRank(Axis))) return false;
  const int64_t size = self(draft.state, call).sizes[fixedDim(self(draft.state, call), Axis)];
  if constexpr (std::is_same_v<By, Dims>) {
    const Dims indices = drawIndices(draft, size);
    call.results = static_cast<int>(indices.size()) + 1;
    add(call, indices);
  } else {
    int64_t sections = draft.choices.between(1, 4);
    while (size % sections != 0) --sections;
    call.results = static_cast<int>(sections);
    add(call, sections);
  }
  return true;
}

template <typename By>
void fixedSplitMend(const LayoutState&, Call& call) {
  if (!shaped<TensorRef, By>(call)) return;
  if constexpr (std::is_same_v<By, Dims>) {
    argument<Dims>(call, 1)->resize(static_cast<size_t>(std::max(call.results, 1) - 1), 0);
  } else {
    *argument<int64_t>(call, 1) = std::max(call.results, 1);
  }
}

template <typename By>
Op tensorSplit(std::string_view name, std::string_view python) {
  return {.name = name,
          .kind = Kind::view,
          .rule = tensorSplitRule<By>,
          .draw = tensorSplitDraw<By>,
          .mend = tensorSplitMend<By>,
          .python = python,
          .dim_args = {2}};
}

template <int64_t Axis, typename By>
Op fixedSplit(std::string_view name, std::string_view python) {
  return {.name = name,
          .kind = Kind::view,
          .rule = fixedSplitRule<Axis, By>,
          .draw = fixedSplitDraw<Axis, By>,
          .mend = fixedSplitMend<By>,
          .python = python};
}

}  // namespace

std::vector<Op> tensorSplits() {
  return {
      tensorSplit<int64_t>("aten.tensor_split.sections", "{0}.tensor_split({1}, {2})"),
      tensorSplit<Dims>("aten.tensor_split.indices", "{0}.tensor_split({1}, {2})"),
      tensorSplit<TensorRef>("aten.tensor_split.tensor_indices_or_sections",
                             "{0}.tensor_split({1}.cpu().resolve_neg(), {2})"),
      fixedSplit<0, int64_t>("aten.vsplit.int", "{0}.vsplit({1})"),
      fixedSplit<0, Dims>("aten.vsplit.array", "{0}.vsplit({1})"),
      fixedSplit<1, int64_t>("aten.hsplit.int", "{0}.hsplit({1})"),
      fixedSplit<1, Dims>("aten.hsplit.array", "{0}.hsplit({1})"),
      fixedSplit<2, int64_t>("aten.dsplit.int", "{0}.dsplit({1})"),
      fixedSplit<2, Dims>("aten.dsplit.array", "{0}.dsplit({1})"),
  };
}

}  // namespace viewfuzz
