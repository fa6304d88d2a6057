#pragma once

#include <optional>
#include <string>
#include <vector>

#include "viewfuzz/program/program.h"
#include "viewfuzz/target/state.h"

namespace viewfuzz {

struct Snapshot {
  std::vector<TensorState> tensors;
  std::vector<StorageState> storages;
};

/// Why a target refused a statement.
struct Refusal {
  std::string kind;     ///< the class of the exception: `IndexError`, `NotImplementedError`, …
  std::string message;  ///< its first line
  bool operator==(const Refusal&) const = default;
};

/// What a run of a program on a target shows.
struct Observation {
  std::vector<std::optional<Refusal>> refusals;  ///< one a statement
  std::vector<bool> skipped;                     ///< one a statement: an operand was never made
  std::vector<Snapshot> snapshots;               ///< fast: the end; located: after each statement
  Capabilities shows;                            ///< what of it the target could show at all
  const Snapshot& last() const { return snapshots.back(); }
};

}  // namespace viewfuzz
