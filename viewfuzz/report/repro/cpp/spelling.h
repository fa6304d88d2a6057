#pragma once

#include "viewfuzz/report/repro/spelling.h"

namespace viewfuzz {

extern const Spelling kCpp;

/// As an `IValue` takes it: an int as it stands, a larger number with its type.
std::string cppInteger(int64_t value, Helpers& helpers);
std::string cppDims(const Dims& dims);
std::string cppDtype(Dtype dtype);

}  // namespace viewfuzz
