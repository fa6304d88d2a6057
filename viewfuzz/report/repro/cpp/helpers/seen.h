#pragma once

#include <map>
#include <string>
#include <variant>

#include "viewfuzz/report/repro/cpp/helpers/names.h"

/// What there is to see of a tensor.
using Traits = std::map<std::string, std::variant<std::string, Tensor>>;

/// What there is to see of a run.
struct Seen {
  std::map<std::string, Traits> tensors;
  std::map<std::string, std::string> refused;
};
