#include "viewfuzz/campaign/coverage.h"

#include <algorithm>
#include <limits>
#include <optional>

namespace viewfuzz {
namespace {

constexpr size_t kRanks = 6;

size_t dtypeIndex(Dtype dtype) {
  const auto all = dtypes();
  return static_cast<size_t>(std::find(all.begin(), all.end(), dtype) - all.begin());
}

bool risingInwards(const Layout& layout) {
  int64_t outer = std::numeric_limits<int64_t>::max();
  for (int64_t d = 0; d < layout.rank(); ++d) {
    if (layout.sizes[d] == 1) continue;
    if (layout.strides[d] > outer) return false;
    outer = layout.strides[d];
  }
  return true;
}

/// The first tensor that a call is given, also in a list.
std::optional<int> firstOperand(const Call& call) {
  std::optional<int> first;
  forEachOperandOfCall(call, [&](int id) {
    if (!first) first = id;
  });
  return first;
}

}  // namespace

LayoutClass layoutClass(const Layout& layout) {
  if (numel(layout) == 0) return LayoutClass::empty;
  if (layout.rank() == 0) return LayoutClass::scalar;
  if (isContiguous(layout))
    return layout.offset == 0 ? LayoutClass::contiguous : LayoutClass::offset;
  if (isNonOverlappingAndDense(layout)) return LayoutClass::permuted;
  for (int64_t d = 0; d < layout.rank(); ++d) {
    if (layout.sizes[d] > 1 && layout.strides[d] == 0) return LayoutClass::expanded;
  }
  if (selfOverlaps(layout)) return LayoutClass::overlapping;
  return risingInwards(layout) ? LayoutClass::gaps : LayoutClass::steps;
}

Coverage::Coverage()
    : cells_(ops().size() * kLayoutClasses * dtypes().size() * kRanks),
      pairs_(ops().size() * ops().size()) {}

void Coverage::add(const Program& program) {
  LayoutState state;
  std::optional<size_t> last;
  for (const auto& statement : program.statements) {
    const auto* call = std::get_if<Call>(&statement.what);
    if (call != nullptr && call->entry != nullptr && !statement.refused) {
      const auto op = static_cast<size_t>(call->entry - ops().data());
      if (const auto id = firstOperand(*call); id && state.known(*id)) {
        const Layout& layout = state.at(*id);
        size_t cell = op * kLayoutClasses + static_cast<size_t>(layoutClass(layout));
        cell = cell * dtypes().size() + dtypeIndex(layout.dtype);
        cell = cell * kRanks + std::min(layout.sizes.size(), kRanks - 1);
        ++cells_[cell];
      }
      if (last) ++pairs_[*last * ops().size() + op];
      last = op;
    }
    step(state, statement);
  }
}

Cells Coverage::count(const SharedCounters& counters) {
  Cells cells;
  double once = 0;
  double twice = 0;
  for (const uint32_t counter : counters.all()) {
    cells.hit += counter > 0 ? 1 : 0;
    once += counter == 1 ? 1 : 0;
    twice += counter == 2 ? 1 : 0;
  }
  // The form for f2 = 0 keeps the estimate finite.
  const double unseen = twice > 0 ? once * once / (2 * twice) : once * (once - 1) / 2;
  cells.reachable = static_cast<double>(cells.hit) + std::max(unseen, 0.0);
  return cells;
}

}  // namespace viewfuzz
