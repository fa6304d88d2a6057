#include "viewfuzz/ops/indexing.h"

#include <numeric>

namespace viewfuzz {

int drawIndex(Draft& draft, DimsView sizes, int64_t along, int64_t size, bool negative) {
  Source index;
  Layout& layout = index.layout;
  layout.sizes.assign(sizes.begin(), sizes.end());
  layout.strides = contiguousStrides(sizes);
  layout.dtype = Dtype::Long;
  const int64_t step = draft.choices.oneIn(3) ? 2 : 1;
  for (auto& stride : layout.strides) stride *= step;
  if (draft.choices.oneIn(3)) layout.offset = draft.choices.between(1, 3);
  index.storage_numel = elementsNeeded(layout);
  if (numel(layout) == 0 || size <= 0) return draft.source(std::move(index));

  std::vector<int64_t> order(static_cast<size_t>(size));
  std::iota(order.begin(), order.end(), int64_t{0});
  for (int i = 0; i < 4; ++i) draft.choices.swapTwo(order);
  const int64_t count = sizes.empty() ? 1 : sizes[static_cast<size_t>(along)];
  int64_t inner = 1;
  for (size_t d = static_cast<size_t>(along) + 1; d < sizes.size(); ++d) inner *= sizes[d];
  // The positions between the elements hold a valid index too, but another one.
  std::vector<int64_t> values(static_cast<size_t>(index.storage_numel), size - 1);
  const int64_t shift = draft.choices.between(0, size - 1);
  for (int64_t i = 0; i < numel(layout); ++i) {
    const int64_t line = i / (inner * count) + i % inner;
    const int64_t place = i / inner % count;
    int64_t value = order[static_cast<size_t>((place + line + shift) % size)];
    if (negative && draft.choices.oneIn(6)) value -= size;
    values[static_cast<size_t>(layout.offset + i * step)] = value;
  }
  // The index lies just outside of the dim: a backend that takes the call reads or writes where no
  // element is.
  constexpr uint64_t kOutsideIn = 50;
  if (draft.choices.oneIn(kOutsideIn)) {
    const auto at = draft.choices.below(static_cast<uint64_t>(numel(layout)));
    const bool behind = draft.choices.oneIn(2);
    values[static_cast<size_t>(layout.offset) + at * static_cast<uint64_t>(step)] =
        behind ? size : -size - 1;
  }
  index.fill = {Fill::Kind::list, 0, std::move(values)};
  return draft.source(std::move(index));
}

std::optional<Outcome> openIfShared(const LayoutState& state, const Call& call) {
  const Layout& dest = self(state, call);
  bool open = selfOverlaps(dest);
  bool first = true;
  forEachOperandOfCall(call, [&](int id) {
    if (!first) open = open || overlap(dest, state.at(id)) != Overlap::disjoint;
    first = false;
  });
  if (open) return Outcome::undefined();
  return std::nullopt;
}

}  // namespace viewfuzz
