#pragma once

#include <string>

#include "viewfuzz/report/repro/cpp/helpers/run.h"
#include "viewfuzz/report/repro/cpp/helpers/seen.h"

/// What there is to see of each tensor at the end, and what was refused, and why.
Seen observe(Run (*program)(c10::Device), c10::Device device,
             Traits (*look)(const Tensors&, const std::string&)) {
  const at::NoGradGuard no_grad;
  const Run run = program(device);
  Seen seen;
  seen.refused = run.refused;
  for (const auto& [name, tensor] : run.tensors) {
    if (tensor.defined()) seen.tensors[name] = look(run.tensors, name);
  }
  return seen;
}
