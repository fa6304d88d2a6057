#pragma once

#include <cstddef>

#include "viewfuzz/program/program.h"

namespace viewfuzz {

// What the schema of an op says, for those who spell a call. An op that the dispatcher of this
// process does not know takes every argument as it is written, and gives tensors that are not
// random.

/// What an op takes for an argument, where that is not what the program writes.
enum class TakenAs {
  written,
  optionalTensors,  ///< a list of tensors, in which there may be gaps
  storage,          ///< of a tensor, its storage
  onTheHost,        ///< of a tensor, a copy on the host without the negative bit: it holds bounds
};

TakenAs takenAs(const Call& call, size_t argument);

/// Does the op give one list, so that even a single result has to be unpacked?
bool givesList(const Call& call);

/// Does the op draw random numbers? By its entry in the table, or else by the tag of its schema
/// (`nondeterministic_seeded`).
bool drawsAtRandom(const Call& call);

}  // namespace viewfuzz
