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

/// Finds the first statement of `program` that the device does not do as the reference does, and
/// makes it stand alone: its operands become sources that lie as the reference had them, sharing
/// storages as they did; where that does not show it, it is cut back to the statements that it
/// depends on. None: no statement differs, or the watch ends it. Throws `BadCall`.
std::optional<Localized> localize(const Program& program, const Target& device,
                                  const Target& reference, Predicate& predicate,
                                  const Watch& watch = {});

/// The statements that statement `index` depends on, and itself: those that made its operands, and
/// those that wrote to storages it reads. `groups` names, by tensor, the storage. Throws `BadCall`.
Program backwardSlice(const Program& program, size_t index, const std::vector<int>& groups);

}  // namespace viewfuzz
