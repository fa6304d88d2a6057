#pragma once

#include <optional>
#include <vector>

#include "viewfuzz/judge/step.h"

namespace viewfuzz {

/// The bytes after a statement, worked out from those before it by the layout rules and exact
/// arithmetic alone: no kernel of ATen has a hand in it.
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

/// None for ops and values it knows nothing exact of: it knows views, metadata writes, copies,
/// conversions, fills, and sums and products of whole numbers.
std::optional<Interpreted> interpret(const Step& step);

/// Does one side show what was worked out? Compared as all values are (any NaN equals any NaN).
bool shows(const Interpreted& expected, const Snapshot& before, const Snapshot& after);

}  // namespace viewfuzz
