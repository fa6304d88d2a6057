#pragma once

#include <vector>

#include "viewfuzz/program/program.h"

namespace viewfuzz {

/// By statement: is it a source that asks for a gradient? Every second floating source does, so
/// that there are destinations that may be written in place; an only one does as well.
std::vector<bool> asksForGradients(const Program& program);

}  // namespace viewfuzz
