#pragma once

#include <vector>

#include "viewfuzz/report/repro/cpp/helpers/names.h"

IValue tensors(const std::vector<Tensor>& values) { return c10::List<Tensor>(values); }
