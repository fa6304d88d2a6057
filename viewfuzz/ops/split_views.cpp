// Views that come in several pieces. Later statements name the pieces, so mending keeps their
// number and changes the other arguments.

#include <numeric>

#include "viewfuzz/ops/arguments.h"
#include "viewfuzz/ops/ops.h"

namespace viewfuzz {
namespace {

/// None if dim `dim` of the operand can be cut.
std::optional<Outcome> refuseToCut(const Layout& layout, int64_t dim) {
  if (layout.rank() == 0) return Outcome::refuse("it needs at least one dim");
  if (!dimFits(dim, layout.rank())) return badDim(dim, layout.rank());
  return std::nullopt;
}

int64_t sizeOf(const Layout& layout, int64_t dim) {
  return layout.sizes[wrapDim(dim, layout.rank())];
}

/// Pieces of these lengths, one after the other.
Outcome pieces(const Layout& layout, int64_t dim, const Dims& lengths, const Call& call) {
  if (static_cast<int64_t>(lengths.size()) != call.results) return Outcome::dontKnow();
  Outcome outcome;
  int64_t start = 0;
  for (const int64_t length : lengths) {
    outcome.results.push_back(narrowed(layout, wrapDim(dim, layout.rank()), start, length));
    start += length;
  }
  return outcome;
}

// ---- split_with_sizes(self, split_sizes, dim), split.sizes

Outcome sizesRule(const LayoutState& state, const Call& call) {
  if (!shaped<TensorRef, Dims, int64_t>(call)) return Outcome::dontKnow();
  const Layout& layout = self(state, call);
  if (auto refused = refuseToCut(layout, integer(call, 2))) return *refused;
  const Dims& lengths = dims(call, 1);
  int64_t sum = 0;
  for (const int64_t length : lengths) {
    if (length > kMaxNumel) return Outcome::dontKnow();
    if (length < 0) return Outcome::refuse("a size is negative");
    sum += length;
  }
  if (sum != sizeOf(layout, integer(call, 2)))
    return Outcome::refuse("the sizes do not add up to the size of the dim");
  return pieces(layout, integer(call, 2), lengths, call);
}

bool sizesDraw(Draft& draft, Call& call) {
  if (!drawSelf(draft, call, 1)) return false;
  const int64_t dim = drawDim(draft, self(draft.state, call).rank());
  int64_t left = sizeOf(self(draft.state, call), dim);
  Dims lengths;
  while (lengths.size() < 3 && left > 0) {
    lengths.push_back(draft.choices.between(draft.choices.oneIn(10) ? 0 : 1, left));
    left -= lengths.back();
  }
  if (left > 0 || lengths.empty()) lengths.push_back(left);
  call.results = static_cast<int>(lengths.size());
  add(call, lengths);
  add(call, dim);
  return true;
}

void sizesMend(const LayoutState& state, Call& call) {
  if (!shaped<TensorRef, Dims, int64_t>(call) || self(state, call).rank() == 0) return;
  mendDim(*argument<int64_t>(call, 2), self(state, call).rank());
  auto& lengths = *argument<Dims>(call, 1);
  lengths.resize(static_cast<size_t>(call.results), 0);
  int64_t left = sizeOf(self(state, call), integer(call, 2));
  for (size_t i = 0; i < lengths.size(); ++i) {
    mendInto(lengths[i], i + 1 == lengths.size() ? left : 0, left);
    left -= lengths[i];
  }
}

// ---- chunk(self, chunks, dim)

Dims chunkLengths(int64_t size, int64_t chunks) {
  if (size == 0) return Dims(static_cast<size_t>(std::min<int64_t>(chunks, kMaxNumel)), 0);
  const int64_t length = size / chunks + (size % chunks != 0);
  Dims lengths;
  for (int64_t start = 0; start < size; start += length)
    lengths.push_back(std::min(length, size - start));
  return lengths;
}

Outcome chunkRule(const LayoutState& state, const Call& call) {
  if (!shaped<TensorRef, int64_t, int64_t>(call)) return Outcome::dontKnow();
  const Layout& layout = self(state, call);
  if (auto refused = refuseToCut(layout, integer(call, 2))) return *refused;
  const int64_t chunks = integer(call, 1);
  if (chunks <= 0) return Outcome::refuse("the number of chunks is not positive");
  if (chunks > kMaxNumel) return Outcome::dontKnow();
  return pieces(layout, integer(call, 2), chunkLengths(sizeOf(layout, integer(call, 2)), chunks),
                call);
}

bool chunkDraw(Draft& draft, Call& call) {
  if (!drawSelf(draft, call, 1)) return false;
  const int64_t dim = drawDim(draft, self(draft.state, call).rank());
  const int64_t chunks = draft.choices.between(1, 4);
  call.results =
      static_cast<int>(chunkLengths(sizeOf(self(draft.state, call), dim), chunks).size());
  add(call, chunks);
  add(call, dim);
  return true;
}

void chunkMend(const LayoutState& state, Call& call) {
  if (!shaped<TensorRef, int64_t, int64_t>(call) || self(state, call).rank() == 0) return;
  mendDim(*argument<int64_t>(call, 2), self(state, call).rank());
  const int64_t size = sizeOf(self(state, call), integer(call, 2));
  auto& chunks = *argument<int64_t>(call, 1);
  mendInto(chunks, 1, kMaxNumel);
  if (static_cast<int>(chunkLengths(size, chunks).size()) != call.results)
    chunks = std::max(call.results, 1);
}

// ---- unbind.int(self, dim)

Outcome unbindRule(const LayoutState& state, const Call& call) {
  if (!shaped<TensorRef, int64_t>(call)) return Outcome::dontKnow();
  const Layout& layout = self(state, call);
  if (auto refused = refuseToCut(layout, integer(call, 1))) return *refused;
  const int64_t dim = wrapDim(integer(call, 1), layout.rank());
  if (layout.sizes[dim] != call.results) return Outcome::dontKnow();
  Outcome outcome;
  for (int64_t i = 0; i < layout.sizes[dim]; ++i)
    outcome.results.push_back(selected(layout, dim, i));
  return outcome;
}

bool unbindDraw(Draft& draft, Call& call) {
  if (!drawSelf(draft, call, 1)) return false;
  const int64_t dim = drawDim(draft, self(draft.state, call).rank());
  const int64_t size = sizeOf(self(draft.state, call), dim);
  if (size < 1 || size > 4) return false;  // each piece is a tensor of the program
  call.results = static_cast<int>(size);
  add(call, dim);
  return true;
}

void unbindMend(const LayoutState& state, Call& call) {
  if (!shaped<TensorRef, int64_t>(call) || self(state, call).rank() == 0) return;
  const Layout& layout = self(state, call);
  auto& dim = *argument<int64_t>(call, 1);
  mendDim(dim, layout.rank());
  const auto fits = std::find(layout.sizes.begin(), layout.sizes.end(), call.results);
  if (sizeOf(layout, dim) != call.results && fits != layout.sizes.end())
    dim = fits - layout.sizes.begin();
}

}  // namespace

std::vector<Op> splitViews() {
  const Op sizes = {.name = "aten.split_with_sizes",
                    .kind = Kind::view,
                    .rule = sizesRule,
                    .draw = sizesDraw,
                    .mend = sizesMend,
                    .python = "{0}.split_with_sizes({1}, {2})",
                    .dim_args = {2}};
  std::vector<Op> table = {
      sizes,
      underName(sizes, "aten.split.sizes", ""),
      {.name = "aten.chunk",
       .kind = Kind::view,
       .rule = chunkRule,
       .draw = chunkDraw,
       .mend = chunkMend,
       .python = "{0}.chunk({1}, {2})",
       .dim_args = {2}},
      {.name = "aten.unbind.int",
       .kind = Kind::view,
       .rule = unbindRule,
       .draw = unbindDraw,
       .mend = unbindMend,
       .python = "{0}.unbind({1})",
       .dim_args = {1}},
  };
  const auto more = tensorSplits();
  table.insert(table.end(), more.begin(), more.end());
  return table;
}

}  // namespace viewfuzz
