#pragma once

#include <optional>

#include "viewfuzz/reduce/reduce.h"

namespace viewfuzz {

/// A smaller program one step away that fails in the same way; none: there is none, or `spending`
/// ended first. Independent of the reducer: works on the text, and a step is to leave out a line
/// with all that depends on it, to move one number of the text by one towards 0, or to name one
/// dtype float32. Steps that give no valid program do not count.
std::optional<Program> smallerNeighbor(const Program& program, const FailsTheSame& fails,
                                       Spending& spending);

/// Is it shown that `program` is 1-minimal, which means that it has no smaller neighbor? False also
/// where `spending` ended before that was shown.
bool isOneMinimal(const Program& program, const FailsTheSame& fails, Spending& spending);

}  // namespace viewfuzz
