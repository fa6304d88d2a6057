#pragma once

#include <optional>
#include <string>
#include <vector>

#include "viewfuzz/execute/observation.h"
#include "viewfuzz/execute/run.h"

namespace viewfuzz {

/// What autograd does with a program on a target.
struct Gradients {
  struct Node {
    bool defined = false;
    bool requires_grad = false;
    std::string grad_fn;  ///< `SelectBackward0`; empty for a leaf; an error's class if refused
  };
  struct Gradient {
    int source = -1;  ///< the tensor that it belongs to
    bool defined = false;
    Dims sizes;
    Dtype dtype = Dtype::Float;
    std::vector<std::byte> elements;  ///< in logical (row-major) order
  };
  std::vector<std::optional<Refusal>> refusals;  ///< one a statement
  std::vector<Node> tensors;                     ///< at the end
  std::optional<Refusal> backward;               ///< why the way back was refused
  std::vector<Gradient> gradients;               ///< of each source that asks for one
};

/// Runs the program with autograd on, then the backward pass from all results at once. The
/// gradients of the results are small whole numbers. Throws `BadCall` for a program that no target
/// can run.
Gradients runWithGradients(Runner& runner, const Program& program);

}  // namespace viewfuzz
