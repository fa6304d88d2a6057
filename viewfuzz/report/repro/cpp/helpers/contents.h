#pragma once

#include <map>
#include <string>

#include "viewfuzz/report/repro/cpp/helpers/storage.h"
#include "viewfuzz/report/repro/cpp/helpers/tensors.h"

/// Which storage a tensor has, and the bytes in it.
struct Content {
  at::Storage which;
  Tensor bytes;
};

std::map<std::string, Content> contents(const Tensors& tensors) {
  std::map<std::string, Content> all;
  for (const auto& [name, tensor] : tensors) {
    if (!tensor.defined()) continue;
    all[name] = {tensor.storage(), storage(tensor).clone().view(at::kByte)};
  }
  return all;
}
