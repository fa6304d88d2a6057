#pragma once

#include <optional>

#include "viewfuzz/execute/gradients.h"
#include "viewfuzz/judge/violation.h"

namespace viewfuzz {

/// Compares the refusals, the nodes (`grad_fn` by name) and the gradients of two runs with autograd
/// on. Gradients are sums: they are compared within the bounds of sums, and only if the program
/// computes exact values alone. Programs whose gradients ATen leaves open are passed over, such as
/// those in which `as_strided` reaches elements that its operand does not have.
std::optional<Violation> judgeGradients(const Program& program, const Gradients& device,
                                        const Gradients& reference);

}  // namespace viewfuzz
