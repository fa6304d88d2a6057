#pragma once

#include <vector>

#include "viewfuzz/program/program.h"

namespace viewfuzz {

/// Copies of the program, whose last statement is a call, each with one or two more statements that
/// show what the call did. They write to its result, copy it, and write through a view of it. After
/// a copy from the host they write to the destination, since the copy may be under way. Some of the
/// programs may be invalid.
std::vector<Program> followUps(const Program& program);

}  // namespace viewfuzz
