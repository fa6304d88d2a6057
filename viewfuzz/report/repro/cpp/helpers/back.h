#pragma once

#include <torch/csrc/autograd/autograd.h>

#include <optional>
#include <string>
#include <vector>

#include "viewfuzz/report/repro/cpp/helpers/node.h"
#include "viewfuzz/report/repro/cpp/helpers/tensors.h"

/// 1, 2, ..., 7, 1, ...: a gradient that tells elements apart.
Tensor weights(const Tensor& result) {
  const Tensor numbers = at::arange(result.numel()).remainder(7).add(1).reshape(result.sizes());
  return numbers.to(result.scalar_type()).to(result.device());
}

/// The gradients of the inputs, from all results at once.
std::vector<Tensor> back(const Tensors& tensors, const std::vector<std::string>& inputs) {
  std::vector<Tensor> wanted;
  std::vector<Tensor> ends;
  std::vector<Tensor> seeds;
  for (const auto& name : inputs) wanted.push_back(tensors.at(name));
  for (const auto& [name, tensor] : tensors) {
    const std::string made_by = tensor.defined() ? node(tensor) : "no gradient";
    if (made_by == "no gradient" || made_by == "a leaf" || made_by == "RuntimeError") continue;
    ends.push_back(tensor);
    seeds.push_back(weights(tensor));
  }
  if (ends.empty()) return std::vector<Tensor>(wanted.size());
  return torch::autograd::grad(ends, wanted, seeds, std::nullopt, false, true);
}
