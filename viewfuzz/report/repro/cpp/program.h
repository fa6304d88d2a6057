#pragma once

#include <string>
#include <vector>

#include "viewfuzz/report/repro/plan.h"

namespace viewfuzz {

/// `Run program(c10::Device device)`, and `byIndex` where the plan has one.
std::string cppProgram(const Plan& plan);

/// {"t0", "t1"}
std::string cppNames(const std::vector<int>& tensors);

}  // namespace viewfuzz
