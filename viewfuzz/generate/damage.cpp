#include "viewfuzz/generate/damage.h"
#include "viewfuzz/ops/make.h"

#include <array>

namespace viewfuzz {
namespace {

/// A number near `value` or out of range: most strays are just outside of most ranges, and the last
/// is outside of all.
int64_t stray(int64_t value, Choices& choices) {
  constexpr std::array<int64_t, 8> kStrays = {-1, 5, -6, 9, -10, 127, -128, int64_t{1} << 40};
  switch (choices.below(4)) {
    case 0:
      return value + 1;
    case 1:
      return value - 1;
    case 2:
      return -value - 1;
    default:
      return kStrays[choices.below(kStrays.size())];
  }
}

void stray(Dims& values, Choices& choices) {
  if (values.empty() || choices.oneIn(4)) {
    values.push_back(choices.between(-1, 3));
  } else if (values.size() > 1 && choices.oneIn(4)) {
    mergeTwo(values, choices);
  } else if (choices.oneIn(3)) {
    choices.swapTwo(values);  // as many elements as before
  } else if (choices.oneIn(3)) {
    values.pop_back();
  } else {
    auto& value = choices.pick(values);
    value = stray(value, choices);
  }
}

/// Appends a view that shows the destination twice. Gives its number, or -1 if there is no such
/// view.
int expanded(int dest, Draft& draft) {
  Dims sizes = draft.state.at(dest).sizes;
  sizes.insert(sizes.begin(), 2);
  const bool taken = draft.append({makeExpand({dest}, std::move(sizes)), {}});
  return taken ? static_cast<int>(draft.state.tensors.size()) - 1 : -1;
}

/// Appends a window with the sizes of the destination and stride 0 along a dim. Gives its number,
/// or -1.
int still(int dest, Draft& draft) {
  Source window = Source::windowOf(dest, draft.state.at(dest));
  if (window.layout.hasBit() || window.layout.host || window.layout.rank() == 0) return -1;
  draft.choices.pick(window.layout.strides) = 0;
  return draft.append({std::move(window), {}}) ? static_cast<int>(draft.state.tensors.size()) - 1
                                               : -1;
}

/// A copy within one storage, from a window that starts a little before or after the destination.
std::optional<Call> shiftedCopy(const Call& call, Draft& draft) {
  Layout layout = draft.state.at(destinations(call).front());
  if (layout.hasBit() || layout.host) return std::nullopt;
  const int64_t shift = draft.choices.between(1, 2);
  const bool backwards = draft.choices.oneIn(2);
  layout.offset = 0;
  const int first = draft.source(Source::window(layout, elementsNeeded(layout) + shift));
  layout.offset = shift;
  const int second = draft.source(Source::windowOf(first, layout));
  Call copy = call;
  copy.args.resize(2);
  copy.args[0].value = TensorRef{backwards ? first : second};
  copy.args[1].value = TensorRef{backwards ? second : first};
  return copy;
}

}  // namespace

void mergeTwo(Dims& sizes, Choices& choices) {
  const auto second = sizes.begin() + 1 + static_cast<int64_t>(choices.below(sizes.size() - 1));
  int64_t both = 0;
  if (__builtin_mul_overflow(second[-1], *second, &both)) return;
  second[-1] = both;
  sizes.erase(second);
}

std::optional<Call> withOverlap(const Call& call, Draft& draft) {
  const auto dests = destinations(call);
  if (dests.size() != 1 || call.entry->dest != 0) return std::nullopt;
  if (isCopy(call) && draft.choices.oneIn(2)) return shiftedCopy(call, draft);
  const int dest = dests.front();
  const int other = draft.choices.oneIn(2) ? expanded(dest, draft) : still(dest, draft);
  if (other < 0) return std::nullopt;
  Call changed = call;
  changed.args[0].value = TensorRef{other};
  return changed;
}

Call damaged(const Call& call, const LayoutState& state, Choices& choices) {
  Call changed = call;
  Value& value = choices.pick(changed.args).value;
  if (auto* integer = std::get_if<int64_t>(&value)) {
    constexpr int64_t kFar = int64_t{1} << 62;
    if (*integer > -kFar && *integer < kFar) *integer = stray(*integer, choices);
  } else if (auto* list = std::get_if<Dims>(&value)) {
    stray(*list, choices);
  } else if (auto* ref = std::get_if<TensorRef>(&value)) {
    ref->id = static_cast<int>(choices.below(state.tensors.size()));
  }
  return changed;
}

}  // namespace viewfuzz
