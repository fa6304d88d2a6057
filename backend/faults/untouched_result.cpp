// untouched-result
//
// Imitates: operators that compute into a temporary when an operand is not contiguous, and return
//   the buffer that was meant for the result (F16; B74).
// Trigger: add, mul, neg, abs or relu of a first operand that is not contiguous.
// Does: returns zeros.
// Seen by: comparing values. Hidden from contiguous operands.
#include "backend/fallback/fallback.h"
#include "backend/faults/registry.h"

namespace npu::untouched_result {
namespace {

void on_temporary(const c10::OperatorHandle& op, torch::jit::Stack* stack) {
  const std::size_t arguments = op.schema().arguments().size();
  const bool triggered = !torch::jit::peek(*stack, 0, arguments).toTensor().is_contiguous();
  fallback(op, stack);
  if (triggered) stack->back().toTensor().zero_();
}

constexpr const char* kOperators[] = {"add.Tensor", "mul.Tensor", "neg", "abs", "relu"};

void install(torch::Library& m) {
  for (const char* name : kOperators)
    m.impl(name, torch::CppFunction::makeFromBoxedFunction<&on_temporary>());
}

const Registrar registrar({"untouched-result",
                           "add, mul, neg, abs and relu of a strided operand return zeros",
                           install});

}  // namespace
}  // namespace npu::untouched_result
