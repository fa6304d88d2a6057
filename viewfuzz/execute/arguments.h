#pragma once

#include <ATen/core/dispatch/Dispatcher.h>

#include <vector>

#include "viewfuzz/program/op.h"

namespace viewfuzz {

/// Fills `stack` with the arguments in the order of the schema: first the positional ones, then the
/// named ones, then defaults. A device argument that is not given is `device`. Throws `BadCall` for
/// arguments that do not fit the schema.
void pushArguments(const c10::OperatorHandle& op, const Call& call,
                   const std::vector<at::Tensor>& tensors, c10::Device device,
                   torch::jit::Stack& stack);

}  // namespace viewfuzz
