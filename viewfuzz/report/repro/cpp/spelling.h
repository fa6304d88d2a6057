#pragma once

#include "viewfuzz/report/repro/spelling.h"

namespace viewfuzz {

extern const Spelling kCpp;

/// The number as an argument of an `IValue`: an int as it is, a larger number with its type.
std::string cppInteger(int64_t value, Helpers& helpers);
std::string cppDims(const Dims& dims);
std::string cppDtype(Dtype dtype);

}  // namespace viewfuzz
