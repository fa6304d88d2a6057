#pragma once

#include <string>
#include <vector>

#include "viewfuzz/report/repro/names.h"
#include "viewfuzz/report/repro/spelling.h"

namespace viewfuzz {

/// Is the source a window of a flat tensor of its own, `base0`?
bool hasBase(const ReproStep& step);

/// The lines of a source: one, or two if it has a base. The base comes first.
std::vector<std::string> sourceLines(const ReproStep& step, const TensorNames& names,
                                     const Spelling& spelling, Helpers& helpers);

}  // namespace viewfuzz
