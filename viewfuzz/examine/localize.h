#pragma once

#include "viewfuzz/examine/lockstep.h"
#include "viewfuzz/examine/predicate.h"
#include "viewfuzz/examine/witness.h"

namespace viewfuzz {

/// Where a long program first differs, and a short program that differs in the same way.
struct Localized {
  Violation parting;               ///< of the long program
  size_t compared = 0;             ///< statements
  std::optional<Witness> witness;  ///< none: no short program shows it
};

/// Finds the first statement of `program` that the device does not do as the reference does, and a
/// short program that shows it. In that program, the operands of the statement are sources with the
/// layouts and shared storages that the reference had. If it does not fail, the short program has
/// the statements that the first one depends on. None: no statement differs, or the watch ended the
/// run. Throws `BadCall`.
std::optional<Localized> localize(const Program& program, const Target& device,
                                  const Target& reference, Predicate& predicate,
                                  const Watch& watch = {});

/// Statement `index`, and the statements that it depends on: those that made its operands, and
/// those that wrote to storages it reads. `groups`: the storage of each tensor. Throws `BadCall`.
Program backwardSlice(const Program& program, size_t index, const std::vector<int>& groups);

}  // namespace viewfuzz
