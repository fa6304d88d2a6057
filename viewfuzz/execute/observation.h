#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "viewfuzz/program/program.h"

namespace viewfuzz {

/// One tensor as the target shows it.
struct TensorState {
  bool defined = false;
  Layout layout;        ///< `storage` numbers the storages in the order in which tensors show them
  int64_t version = 0;  ///< of the version counter, which a tensor shares with its views
  bool host = false;    ///< on a device: the tensor lies in the memory of the host
};

/// The whole bytes of one storage, canaries included, as elements of `dtype`.
struct StorageState {
  Dtype dtype = Dtype::Float;
  std::vector<std::byte> bytes;
};

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
  const Snapshot& last() const { return snapshots.back(); }
};

}  // namespace viewfuzz
