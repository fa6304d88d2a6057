#pragma once

#include <optional>

#include "viewfuzz/reduce/reduce.h"

namespace viewfuzz {

/// A program that is smaller by one change and fails in the same way. None if there is none, or if
/// `spending` ended first. It does not use the passes of the reducer and works on the text: a
/// change leaves out a line with all that depends on it, moves one number by one towards 0, or
/// replaces one dtype by float32. Changes that give no valid program do not count.
std::optional<Program> smallerNeighbor(const Program& program, const FailsTheSame& fails,
                                       Spending& spending);

/// Is `program` shown to be 1-minimal, which means that it has no smaller neighbor? False also if
/// `spending` ended before that was shown.
bool isOneMinimal(const Program& program, const FailsTheSame& fails, Spending& spending);

}  // namespace viewfuzz
