#pragma once

#include <vector>

#include "viewfuzz/program/program.h"

namespace viewfuzz {

/// The program, whose last statement is a call, with a statement or two more that show what the
/// call did: a write to its result and a copy of that, also through a view; a write to what was
/// filled from the host, which may not have happened yet. Not all of them need be valid.
std::vector<Program> followUps(const Program& program);

}  // namespace viewfuzz
