#pragma once

#include <string>

#include "viewfuzz/judge/violation.h"
#include "viewfuzz/program/program.h"

namespace viewfuzz {

/// A Python file that needs nothing but torch: the program as people write it. The file runs it on
/// the CPU and on the device, and prints the differences in sentences. It exits with 1 while the
/// bug is there, with 0 when it is fixed, and with 2 when the device cannot be loaded.
std::string pythonRepro(const Program& program, const Violation& violation);

}  // namespace viewfuzz
