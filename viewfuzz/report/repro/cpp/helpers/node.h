#pragma once

#include <torch/csrc/autograd/function.h>

#include <string>

#include "viewfuzz/report/repro/cpp/helpers/names.h"

/// What made the tensor; views that autograd has given up may not even be asked.
std::string node(const Tensor& tensor) {
  try {
    if (const auto& function = tensor.grad_fn()) return function->name();
  } catch (const c10::Error&) {
    return "RuntimeError";
  }
  return tensor.requires_grad() ? "a leaf" : "no gradient";
}
