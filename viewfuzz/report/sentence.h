#pragma once

#include <string>

#include "viewfuzz/judge/violation.h"
#include "viewfuzz/program/program.h"

namespace viewfuzz {

/// The violation in one sentence, for a reader who has never seen this tool:
/// "`select` on dim 1 of a rank-2 tensor (sizes [2, 2], float32) returned a copy; the write to it
/// (`zero_`) did not reach the base."
std::string sentence(const Program& program, const Violation& violation);

}  // namespace viewfuzz
