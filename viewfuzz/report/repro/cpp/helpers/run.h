#pragma once

#include <map>
#include <string>

#include "viewfuzz/report/repro/cpp/helpers/tensors.h"

struct Run {
  Tensors tensors;
  std::map<std::string, std::string> refused;
};
