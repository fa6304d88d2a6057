#pragma once

#include <string>

#include "viewfuzz/report/repro/cpp/helpers/tensors.h"

/// The tensors that share the storage; an empty tensor shares nothing.
std::string partners(const Tensors& tensors, const std::string& name) {
  const Tensor& tensor = tensors.at(name);
  std::string names;
  for (const auto& [other, there] : tensors) {
    if (other == name || tensor.numel() == 0 || !there.defined() || there.numel() == 0) continue;
    if (there.storage().is_alias_of(tensor.storage())) names += (names.empty() ? "" : ", ") + other;
  }
  return names.empty() ? "no other tensor" : names;
}
