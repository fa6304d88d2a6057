#pragma once

#include <string>

#include "viewfuzz/judge/violation.h"
#include "viewfuzz/program/program.h"

namespace viewfuzz {

/// A GoogleTest source that needs nothing but libtorch and GoogleTest. The test fails while the bug
/// is there. The environment variable `REPRO_BACKEND` names the backend's library.
std::string cppRepro(const Program& program, const Violation& violation);

}  // namespace viewfuzz
