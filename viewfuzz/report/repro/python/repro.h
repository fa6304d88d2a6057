#pragma once

#include <string>

#include "viewfuzz/judge/violation.h"
#include "viewfuzz/program/program.h"

namespace viewfuzz {

/// A stand-alone Python file that needs torch alone: the program as people write it, run on the CPU
/// and on the device, and what differs in sentences. It exits with 1 while the bug is there, 0 when
/// it is fixed, 2 when the device cannot be loaded.
std::string pythonRepro(const Program& program, const Violation& violation);

}  // namespace viewfuzz
