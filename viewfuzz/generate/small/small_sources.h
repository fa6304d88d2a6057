#pragma once

#include <cstdint>
#include <vector>

#include "viewfuzz/program/program.h"

namespace viewfuzz {

/// A source in a storage that is just large enough. Strides and offset are in elements. Without
/// strides it is contiguous.
Source sourceOf(Dims sizes, Dims strides = {}, int64_t offset = 0, Dtype dtype = Dtype::Float);

/// Small tensors in the layouts that kernels and planners tell apart, and two tensors that are just
/// larger than a power of two.
std::vector<Source> smallLayouts();

/// Dtypes and values for which kernels that convert differ.
std::vector<Source> smallDtypesAndValues();

}  // namespace viewfuzz
