#pragma once

#include <optional>

#include "viewfuzz/execute/gradients.h"
#include "viewfuzz/judge/violation.h"

namespace viewfuzz {

/// The same refusals, the same nodes (`grad_fn` by name), the same gradients. Gradients are sums,
/// so they are compared within the bounds of sums, and only where all values on
/// the way there are exact. Not asked of programs in which `as_strided`
/// reaches elements that its operand does not have.
std::optional<Violation> judgeGradients(const Program& program, const Gradients& device,
                                        const Gradients& reference);

}  // namespace viewfuzz
