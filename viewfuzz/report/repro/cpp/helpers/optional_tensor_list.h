#pragma once

#include <optional>
#include <vector>

#include "viewfuzz/report/repro/cpp/helpers/names.h"

IValue optionalTensors(const std::vector<std::optional<Tensor>>& values) {
  c10::List<std::optional<Tensor>> list;
  for (const auto& value : values) list.push_back(value);
  return list;
}
