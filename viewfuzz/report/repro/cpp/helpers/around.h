#pragma once

#include <string>
#include <vector>

#include "viewfuzz/report/repro/cpp/helpers/storage.h"
#include "viewfuzz/report/repro/cpp/helpers/tensors.h"

/// The elements, flat, and 0 for the random numbers: only what lies around them is compared.
Tensor around(const Tensors& tensors, const std::string& name,
              const std::vector<std::string>& random) {
  const Tensor& tensor = tensors.at(name);
  if (tensor.numel() == 0) return at::empty({0}, tensor.scalar_type());
  const Tensor whole = storage(tensor).clone();
  for (const std::string& other : random) {
    const Tensor& there = tensors.at(other);
    if (!there.storage().is_alias_of(tensor.storage())) continue;
    at::empty({0}, there.options().device(at::kCPU))
        .set_(whole.storage(), there.storage_offset(), there.sizes(), there.strides())
        .zero_();
  }
  return whole.as_strided(tensor.sizes(), tensor.strides(), tensor.storage_offset()).flatten();
}
