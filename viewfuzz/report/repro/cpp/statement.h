#pragma once

#include <string>
#include <vector>

#include "viewfuzz/report/repro/steps.h"

namespace viewfuzz {

/// A source: one line, or two where it is a window (the flat `base0` first, then `t0`).
std::vector<std::string> cppSource(const ReproStep& step);

/// A call by its schema, and a line for each of several results.
std::vector<std::string> cppCall(const ReproStep& step);

}  // namespace viewfuzz
