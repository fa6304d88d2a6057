#pragma once

#include <map>
#include <string>

#include "viewfuzz/report/repro/cpp/helpers/names.h"

/// Tensors by their names in the program; one that was never made is undefined.
using Tensors = std::map<std::string, Tensor>;
