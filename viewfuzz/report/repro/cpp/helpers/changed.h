#pragma once

#include <string>

#include "viewfuzz/report/repro/cpp/helpers/elements.h"
#include "viewfuzz/report/repro/cpp/helpers/tensors.h"
#include "viewfuzz/report/repro/cpp/helpers/unequal.h"

/// Has the tensor `random` other elements than `before`? Others are not asked.
std::string changed(const Tensors& tensors, const std::string& name, const std::string& random) {
  if (name != random) return "not asked";
  const Tensor now = elements(tensors.at(name));
  return unequal(tensors.at("before"), now).any().item<bool>() ? "yes" : "no";
}
