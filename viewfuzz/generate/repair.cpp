#include "viewfuzz/generate/repair.h"

#include <algorithm>
#include <optional>

#include "viewfuzz/program/op.h"

namespace viewfuzz {
namespace {

void mendSource(const LayoutState& state, Source& source) {
  Layout& layout = source.layout;
  if (source.of && (!state.known(*source.of) || state.at(*source.of).dtype != layout.dtype)) {
    source.of.reset();
  }
  if (layout.sizes.size() > kMaxRank) layout.sizes.resize(kMaxRank);
  if (layout.strides.size() != layout.sizes.size())
    layout.strides = contiguousStrides(layout.sizes);
  // A tensor without dims has one element, and an empty storage has no room for it.
  if (source.of && layout.sizes.empty() &&
      state.storage_bytes[static_cast<size_t>(state.at(*source.of).storage)] <
          itemsize(layout.dtype))
    source.of.reset();
  const int64_t most = kMaxStorageBytes / itemsize(layout.dtype);
  int64_t count = std::max<int64_t>(source.storage_numel, 0);
  if (source.of) {
    count = state.storage_bytes[static_cast<size_t>(state.at(*source.of).storage)] /
            itemsize(layout.dtype);
  }
  // A source's own storage may grow to what the window needs. The storage of another tensor may
  // not.
  const int64_t limit = source.of ? count : most;
  layout.offset = std::clamp<int64_t>(layout.offset, 0, std::max<int64_t>(limit - 1, 0));
  int64_t room = limit - 1 - layout.offset;
  int64_t left = kMaxNumel;
  for (size_t d = 0; d < layout.sizes.size(); ++d) {
    int64_t& size = layout.sizes[d];
    int64_t& stride = layout.strides[d];
    stride = std::clamp<int64_t>(stride, 0, kMaxStride);
    size = std::clamp<int64_t>(size, 0, limit > 0 ? left : 0);
    if (size > 1 && stride > 0) size = std::min(size, room / stride + 1);
    if (size > 1) {
      room -= (size - 1) * stride;
      left /= size;
    }
  }
  source.storage_numel = source.of ? 0 : std::min(most, std::max(count, elementsNeeded(layout)));
}

/// Renumbers the operands. False if an operand is gone and no tensor can replace it.
bool mendOperands(Statement& statement, const std::vector<int>& renumbered) {
  bool complete = true;
  forEachOperand(statement, [&](int& id) {
    int at = std::min(id, static_cast<int>(renumbered.size()) - 1);
    while (at >= 0 && renumbered[static_cast<size_t>(at)] < 0) --at;
    if (at < 0) {
      complete = false;
    } else {
      id = renumbered[static_cast<size_t>(at)];
    }
  });
  return complete;
}

}  // namespace

Program repair(Program program) {
  Program mended;
  LayoutState state;
  std::vector<int> renumbered;  // by old tensor number
  mended.statements.reserve(program.statements.size());
  for (auto& statement : program.statements) {
    bool keep = mendOperands(statement, renumbered);
    if (auto* source = std::get_if<Source>(&statement.what)) {
      if (!keep) source->of.reset();
      keep = true;
      mendSource(state, *source);
    }
    const auto tensors = state.tensors.size();
    const auto storages = state.storage_bytes.size();
    // If a call that should be refused is accepted, it may have changed layouts, so the state is
    // restored. For any other dropped statement it is enough to remove its new tensors from the
    // end.
    std::optional<LayoutState> before;
    if (statement.refused) before = state;
    if (keep) {
      if (auto* call = std::get_if<Call>(&statement.what); call && call->entry) {
        bool known = true;
        forEachOperandOfCall(*call, [&](int id) { known = known && state.known(id); });
        if (known && !statement.refused) call->entry->mend(state, *call);
        keep = asMeant(statement, step(state, statement));
      } else {
        step(state, statement);
      }
    }
    const int first = static_cast<int>(tensors);
    for (int i = 0; i < statement.results(); ++i) renumbered.push_back(keep ? first + i : -1);
    if (!keep) {
      if (before) state = std::move(*before);
      state.shrinkTo(tensors, storages);
      continue;
    }
    mended.statements.push_back(std::move(statement));
  }
  return mended;
}

bool isValid(const Program& program) {
  LayoutState state;
  return std::all_of(program.statements.begin(), program.statements.end(),
                     [&](const Statement& statement) {
                       const auto* call = std::get_if<Call>(&statement.what);
                       const bool as_meant = asMeant(statement, step(state, statement));
                       return as_meant || (call && call->entry == nullptr && !statement.refused);
                     });
}

}  // namespace viewfuzz
