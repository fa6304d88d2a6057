#pragma once

#include <string>

#include "viewfuzz/judge/violation.h"
#include "viewfuzz/program/program.h"

namespace viewfuzz {

/// A GoogleTest source that needs libtorch and GoogleTest alone. The test fails while the bug is
/// there. The environment names the backend's library: `REPRO_BACKEND`.
std::string cppRepro(const Program& program, const Violation& violation);

}  // namespace viewfuzz
