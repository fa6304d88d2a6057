#pragma once

#include <sstream>
#include <string>
#include <vector>

#include "viewfuzz/report/repro/cpp/helpers/attempt.h"
#include "viewfuzz/report/repro/cpp/helpers/back.h"
#include "viewfuzz/report/repro/cpp/helpers/seen.h"

/// The node of each tensor, the gradients of the inputs, and what was refused, and why.
Seen observeGradients(Run (*program)(c10::Device), c10::Device device,
                      const std::vector<std::string>& inputs) {
  const at::AutoGradMode autograd(true);
  Run run = program(device);
  std::vector<Tensor> gradients;
  attempt(run, "the way back", [&] { gradients = back(run.tensors, inputs); });
  Seen seen;
  seen.refused = run.refused;
  for (const auto& [name, tensor] : run.tensors) {
    if (tensor.defined()) seen.tensors[name]["was made by"] = node(tensor);
  }
  for (size_t i = 0; i < gradients.size(); ++i) {
    Traits& traits = seen.tensors[inputs[i]];
    Tensor gradient = gradients[i];
    traits["has a gradient of"] = "nothing";
    if (!gradient.defined()) continue;
    gradient = gradient.detach().resolve_conj().resolve_neg().contiguous().cpu();
    std::ostringstream layout;
    layout << "sizes " << gradient.sizes() << ", " << gradient.scalar_type();
    traits["has a gradient of"] = layout.str();
    traits["'s gradient:"] = gradient.flatten();
  }
  return seen;
}
