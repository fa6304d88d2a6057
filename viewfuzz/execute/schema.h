#pragma once

#include <cstddef>

#include "viewfuzz/program/program.h"

namespace viewfuzz {

// What the schema of an op says, for code that prints a call in another language. If the dispatcher
// of this process does not know the op, each argument is taken as written, and the results do not
// count as random.

/// How an op takes an argument, compared with how the program writes it.
enum class TakenAs {
  written,
  optionalTensors,  ///< a list of tensors, in which there may be gaps
  storage,          ///< of a tensor, its storage
  onTheHost,        ///< of a tensor, a copy on the host without the negative bit: it holds bounds
};

TakenAs takenAs(const Call& call, size_t argument);

/// Is the result of the op a list, so that even a single tensor has to be unpacked?
bool givesList(const Call& call);

/// Does the op draw random numbers? Its entry in the table says so, or the tag of its schema
/// (`nondeterministic_seeded`).
bool drawsAtRandom(const Call& call);

}  // namespace viewfuzz
