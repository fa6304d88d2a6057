// stale-strides
//
// Imitates: wrappers of fused kernels that make an operand contiguous, and pass on the strides of
//   the old tensor (F17; G07, G08).
// Trigger: addmm_, addmv_, baddbmm_, addcmul_ or addcdiv_ with a first operand (after self) that is
//   not contiguous.
// Does: computes with other elements of the copy.
// Seen by: comparing values. Hidden from contiguous operands.
#include "backend/fallback/fallback.h"
#include "backend/faults/registry.h"
#include "backend/faults/wrong_place.h"

namespace npu::stale_strides {
namespace {

void with_stale_operand(const c10::OperatorHandle& op, torch::jit::Stack* stack) {
  c10::IValue& operand = torch::jit::peek(*stack, 1, op.schema().arguments().size());
  const at::Tensor tensor = operand.toTensor();
  if (on_device(tensor) && tensor.numel() > 0 && !tensor.is_contiguous())
    operand = held_back(tensor.contiguous(), tensor.sizes(), tensor.strides(), 0);
  fallback(op, stack);
}

void install(torch::Library& m) {
  for (const char* name : {"addmm_", "addmv_", "baddbmm_", "addcmul_", "addcdiv_"})
    m.impl(name, torch::CppFunction::makeFromBoxedFunction<&with_stale_operand>());
}

const Registrar registrar({"stale-strides",
                           "addmm_, addcmul_ and the like read a dense copy by the old strides",
                           install});

}  // namespace
}  // namespace npu::stale_strides
