#pragma once

#include <algorithm>

#include "viewfuzz/layout/movement.h"
#include "viewfuzz/program/draft.h"

namespace viewfuzz {

// Typed access to the arguments of a call. A drawn call has the arguments that the `draw` of its op
// writes, in that order. A call that is read from a text may have others, so every rule checks them
// with `shaped` first.

inline const Layout& self(const LayoutState& state, const Call& call) {
  return state.at(std::get<TensorRef>(call.args[0].value).id);
}

template <typename T>
const T* argument(const Call& call, size_t i) {
  return i < call.args.size() && call.args[i].name.empty() ? std::get_if<T>(&call.args[i].value)
                                                           : nullptr;
}
template <typename T>
T* argument(Call& call, size_t i) {
  return i < call.args.size() && call.args[i].name.empty() ? std::get_if<T>(&call.args[i].value)
                                                           : nullptr;
}

inline int64_t integer(const Call& call, size_t i) { return std::get<int64_t>(call.args[i].value); }
inline const Dims& dims(const Call& call, size_t i) { return std::get<Dims>(call.args[i].value); }

/// Does the call have exactly these types of arguments, all positional? A rule knows no other
/// spelling.
template <typename... Types>
bool shaped(const Call& call) {
  if (call.args.size() != sizeof...(Types)) return false;
  size_t i = 0;
  return ((argument<Types>(call, i++) != nullptr) && ...);
}

template <typename T>
void add(Call& call, T value) {
  call.args.push_back({{}, std::move(value)});
}

/// Changes the value to the nearest number in [low, high].
inline void mendInto(int64_t& value, int64_t low, int64_t high) {
  value = std::clamp(value, low, std::max(low, high));
}
inline void mendDim(int64_t& dim, int64_t rank) {
  const int64_t dims = std::max<int64_t>(rank, 1);
  mendInto(dim, -dims, dims - 1);
}

/// Draws a dim of a tensor of that rank, now and then counted from the back.
inline int64_t drawDim(Draft& draft, int64_t rank) {
  const int64_t dims = std::max<int64_t>(rank, 1);
  const int64_t dim = draft.choices.between(0, dims - 1);
  return draft.choices.oneIn(8) ? dim - dims : dim;
}

/// Draws the first operand: any tensor of at least that rank.
inline bool drawSelf(Draft& draft, Call& call, int64_t min_rank) {
  const int id = draft.tensor([&](const Layout& layout) { return layout.rank() >= min_rank; });
  if (id < 0) return false;
  add(call, TensorRef{id});
  return true;
}

/// The positional argument `i`, which is an integer or None.
inline std::optional<int64_t> bound(const Call& call, size_t i) {
  const auto* value = argument<int64_t>(call, i);
  return value ? std::optional(*value) : std::nullopt;
}
inline bool isBound(const Call& call, size_t i) {
  return argument<int64_t>(call, i) || argument<None>(call, i);
}

/// The id of the tensor in the positional argument `i`.
inline int tensorId(const Call& call, size_t i) {
  return std::get<TensorRef>(call.args[i].value).id;
}

/// The dims of `given` that fit and are not there already.
inline Dims distinctDims(const Dims& given, int64_t rank) {
  Dims distinct;
  for (const int64_t dim : given) {
    if (!dimFits(dim, rank)) continue;
    const bool repeated = std::any_of(distinct.begin(), distinct.end(), [&](int64_t other) {
      return wrapDim(other, rank) == wrapDim(dim, rank);
    });
    if (!repeated) distinct.push_back(dim);
  }
  return distinct;
}

/// A new int64 tensor that holds these numbers: a vector, or one number without dims.
inline int drawBounds(Draft& draft, const Dims& numbers, bool scalar) {
  const Dims sizes = scalar ? Dims{} : Dims{static_cast<int64_t>(numbers.size())};
  return draft.source(
      Source::fresh(sizes, Dtype::Long, {Fill::Kind::list, 0, {numbers.begin(), numbers.end()}}));
}

/// The draw of an op whose only argument is a tensor.
inline bool anySelfDraw(Draft& draft, Call& call) { return drawSelf(draft, call, 0); }
/// The rule of a pattern, which is no call itself.
inline Outcome noCall(const LayoutState&, const Call&) { return Outcome::dontKnow(); }

inline Outcome badDim(int64_t dim, int64_t rank) {
  const auto dims = std::to_string(std::max<int64_t>(rank, 1));
  return Outcome::refuse("dim " + std::to_string(dim) + " is not in [-" + dims + ", " + dims + ")");
}

}  // namespace viewfuzz
