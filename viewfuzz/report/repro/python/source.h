#pragma once

#include <string>
#include <vector>

#include "viewfuzz/report/repro/steps.h"

namespace viewfuzz {

/// A source: one line, or two where it is a window (the flat `base0` first, then `t0`).
std::vector<std::string> pythonSource(const ReproStep& step);

/// The elements as a one-dimensional CPU tensor.
std::string pythonValues(const Values& values);

}  // namespace viewfuzz
