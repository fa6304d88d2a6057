#pragma once

#include <optional>

#include "viewfuzz/reduce/reduce.h"

namespace viewfuzz {

/// Is there a smaller program one step away that fails in the same way? Gives one; none: `program`
/// is 1-minimal. Independent of the reducer: works on the text, and a step is to leave out a line
/// with all that depends on it, to move one number of the text by one towards 0, or to name one
/// dtype float32. Steps that give no valid program do not count.
std::optional<Program> smallerNeighbour(const Program& program, const FailsTheSame& fails);

}  // namespace viewfuzz
