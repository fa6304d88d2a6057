#pragma once

#include <string>
#include <vector>

#include "viewfuzz/report/repro/helpers.h"
#include "viewfuzz/report/repro/names.h"
#include "viewfuzz/report/repro/steps.h"

namespace viewfuzz {

/// A call by its schema, and a line for each of several results.
std::vector<std::string> cppCall(const ReproStep& step, const TensorNames& names, Helpers& helpers);

}  // namespace viewfuzz
