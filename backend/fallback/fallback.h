#pragma once
/// @file
/// The operators the device has no kernel of its own for.
#include <ATen/core/dispatch/Dispatcher.h>
#include <ATen/core/stack.h>

namespace npu {

/// Runs an operator with the CPU's kernel, directly on the bytes of the device tensors.
void fallback(const c10::OperatorHandle& op, torch::jit::Stack* stack);

/// The same with the CPU's kernel of another operator, which must take the same arguments.
void run_on_cpu(const c10::OperatorHandle& op, std::size_t arguments, torch::jit::Stack* stack);

}  // namespace npu
