#pragma once

#include <vector>

#include "viewfuzz/report/repro/cpp/helpers/names.h"

IValue ints(std::vector<int64_t> values) { return c10::List<int64_t>(values); }
