#pragma once

#include <cstdint>
#include <vector>

#include "viewfuzz/program/program.h"

namespace viewfuzz {

/// A source in a storage that is as large as it needs. Sizes and strides in elements; no strides:
/// contiguous.
Source sourceOf(Dims sizes, Dims strides = {}, int64_t offset = 0, Dtype dtype = Dtype::Float);

/// Layouts that kernels and planners tell apart, of small tensors, and of two that are just larger
/// than a power of two.
std::vector<Source> smallLayouts();

/// Where kernels that convert go different ways.
std::vector<Source> smallDtypesAndValues();

}  // namespace viewfuzz
