#pragma once

#include <vector>

#include "viewfuzz/program/program.h"

namespace viewfuzz {

/// For each statement: is it a source that asks for a gradient? Every second floating-point source
/// does, so that the others may be written in place. If there is only one, it asks too.
std::vector<bool> asksForGradients(const Program& program);

}  // namespace viewfuzz
