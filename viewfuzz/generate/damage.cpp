#include "viewfuzz/generate/damage.h"

#include <array>

namespace viewfuzz {
namespace {

/// Just outside of most ranges, and far outside of all.
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
  } else if (choices.oneIn(3)) {
    choices.swapTwo(values);  // as many elements as before
  } else if (choices.oneIn(3)) {
    values.pop_back();
  } else {
    auto& value = choices.pick(values);
    value = stray(value, choices);
  }
}

/// The destination, seen twice.
int expanded(int dest, Draft& draft) {
  Call call;
  call.entry = findOp("aten.expand");
  call.results = 1;
  Dims sizes = draft.state.at(dest).sizes;
  sizes.insert(sizes.begin(), 2);
  call.args = {{{}, TensorRef{dest}}, {{}, std::move(sizes)}};
  return draft.append({std::move(call), {}}) ? static_cast<int>(draft.state.tensors.size()) - 1
                                             : -1;
}

/// A window of the same sizes: some elements further on, or standing still along a dim.
int besides(int dest, Draft& draft, bool still) {
  Source window;
  window.layout = draft.state.at(dest);
  if (window.layout.hasBit() || window.layout.host) return -1;
  window.layout.storage = -1;
  window.of = dest;
  if (!still) {
    window.layout.offset += draft.choices.oneIn(2) ? 1 : 2;
  } else {
    if (window.layout.rank() == 0) return -1;
    draft.choices.pick(window.layout.strides) = 0;
  }
  return draft.append({std::move(window), {}}) ? static_cast<int>(draft.state.tensors.size()) - 1
                                               : -1;
}

}  // namespace

std::optional<Call> withOverlap(const Call& call, Draft& draft) {
  const auto dests = destinations(call);
  if (dests.size() != 1 || call.entry->dest != 0) return std::nullopt;
  Call changed = call;
  const bool copies = call.entry->name == "aten.copy_" && draft.choices.oneIn(2);
  const bool expands = !copies && draft.choices.oneIn(2);
  const int other =
      expands ? expanded(dests.front(), draft) : besides(dests.front(), draft, !copies);
  if (other < 0) return std::nullopt;
  changed.args[copies ? 1 : 0].value = TensorRef{other};
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
