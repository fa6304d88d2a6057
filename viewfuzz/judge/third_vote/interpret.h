#pragma once

#include <optional>
#include <vector>

#include "viewfuzz/judge/step.h"

namespace viewfuzz {

/// The bytes after a statement, worked out from the bytes before it by the layout rules and by
/// exact arithmetic. No kernel of ATen takes part.
struct Interpreted {
  /// As the storages of the reference before the statement.
  std::vector<StorageState> storages;
  /// Of each result in a storage of its own: its elements in logical (row-major) order.
  struct Result {
    int id;
    Dtype dtype;
    std::vector<std::byte> elements;
  };
  std::vector<Result> results;
};

/// Works out views, metadata writes, copies, conversions, fills, and sums and products of whole
/// numbers. None for other ops, and for values that are not exact.
std::optional<Interpreted> interpret(const Step& step);

/// Does one side show what was worked out? Any NaN equals any NaN, as everywhere.
bool shows(const Interpreted& expected, const Snapshot& before, const Snapshot& after);

}  // namespace viewfuzz
