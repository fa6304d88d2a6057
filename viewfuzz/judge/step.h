#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "viewfuzz/execute/observation.h"
#include "viewfuzz/judge/elements.h"
#include "viewfuzz/program/op.h"

namespace viewfuzz {

/// A program and what its two runs showed. All steps of one judging share it, on one thread.
struct Comparison {
  const Program& program;
  const Observation& device;
  const Observation& reference;
  /// By tensor: the statement that makes it.
  std::vector<size_t> made_by;
  /// The first statement whose values depend on the order of summation, or the number of
  /// statements.
  size_t inexact_from = 0;

  Comparison(const Program& program, const Observation& device, const Observation& reference);
  /// Does the program define every byte of the tensor's storage? It does so for sources and for
  /// results of the table's ops, which are dense. An op outside the table may leave bytes to
  /// chance.
  bool definesWholeStorage(size_t tensor) const;
  /// By tensor: the first name of the same object, by the layout rules. Computed at the first call:
  /// most judgings compare the ends of the runs only, and never need it.
  const std::vector<int>& objects() const;

 private:
  mutable std::optional<std::vector<int>> objects_;
};

/// One statement of a located run, seen from both sides.
struct Step {
  const Comparison& of;
  size_t index;

  const Statement& statement() const { return of.program.statements[index]; }
  const Snapshot& device() const { return of.device.snapshots[index]; }
  const Snapshot& reference() const { return of.reference.snapshots[index]; }
  /// What was there before the statement; nothing, before the first one.
  const Snapshot& deviceBefore() const;
  const Snapshot& referenceBefore() const;
  /// The call, or null for a source.
  const Call* call() const { return std::get_if<Call>(&statement().what); }
};

/// The state for the layout rules: the layouts of the reference before the statement.
LayoutState layoutsBefore(const Step& step);

/// The tensor that stands for each storage of a snapshot: the first that lies in it.
std::vector<int> owners(const Snapshot& snapshot);

/// One element of a storage, on both sides.
struct ElementPair {
  int owner;         ///< the tensor that stands for the storage
  int64_t position;  ///< in the reference's storage, in elements
  Dtype dtype;
  const std::byte* device;
  const std::byte* reference;
  /// Its place in the device's storage, in bytes.
  size_t device_byte;
};

/// Calls `differs` for each element in which the device differs from the reference, until `differs`
/// gives false. If the program defines a whole storage, all of it is compared; if not, the elements
/// of its first tensor. Where a side has no bytes to show, nothing is compared.
void forEachDifference(const Comparison& of, const Snapshot& device, const Snapshot& reference,
                       bool exact, const std::function<bool(const ElementPair&)>& differs);

}  // namespace viewfuzz
