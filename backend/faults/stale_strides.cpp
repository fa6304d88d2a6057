// stale-strides, stale-strides-foreach
//
// Imitates: wrappers of fused kernels that make an operand contiguous, and pass on the strides of the
//   old tensor (F17; G07, G08).
// Trigger: stale-strides: addmm_, addmv_, baddbmm_, addcmul_ or addcdiv_ with a first operand (after
//   self) that is not contiguous. stale-strides-foreach: _foreach_add_, _foreach_mul_ or
//   _foreach_sub_ on tensors of which one is not contiguous.
// Does: stale-strides: computes with other elements. stale-strides-foreach: updates a copy that is
//   dropped, so that the state stays as it was.
// Seen by: comparing values, and the bytes of the state. Hidden from contiguous operands.
#include "backend/fallback/fallback.h"
#include "backend/faults/registry.h"
#include "backend/faults/wrong_place.h"

namespace npu {
namespace {

// A dense copy under the strides of the tensor it was made from.
at::Tensor with_stale_strides(const at::Tensor& tensor) {
  const at::Tensor dense = tensor.contiguous();
  return held_back(dense, tensor.sizes(), tensor.strides(), 0);
}

bool is_stale(const at::Tensor& tensor) {
  return on_device(tensor) && tensor.numel() > 0 && !tensor.is_contiguous();
}

void with_stale_operand(const c10::OperatorHandle& op, torch::jit::Stack* stack) {
  c10::IValue& operand = torch::jit::peek(*stack, 1, op.schema().arguments().size());
  const at::Tensor tensor = operand.toTensor();
  if (is_stale(tensor)) operand = with_stale_strides(tensor);
  fallback(op, stack);
}

void on_stale_states(const c10::OperatorHandle& op, torch::jit::Stack* stack) {
  c10::IValue& states = torch::jit::peek(*stack, 0, op.schema().arguments().size());
  c10::List<at::Tensor> launched;
  for (const c10::IValue& item : states.toListRef()) {
    const at::Tensor& state = item.toTensor();
    launched.push_back(is_stale(state) ? with_stale_strides(state) : state);
  }
  states = std::move(launched);
  fallback(op, stack);
}

template <auto kernel, std::size_t N>
void install_all(torch::Library& m, const char* const (&names)[N]) {
  for (const char* name : names) m.impl(name, torch::CppFunction::makeFromBoxedFunction<kernel>());
}

const Registrar operand({"stale-strides",
                         "addmm_, addcmul_ and the like read a dense copy by the old strides",
                         [](torch::Library& m) {
                           install_all<&with_stale_operand>(
                               m, {"addmm_", "addmv_", "baddbmm_", "addcmul_", "addcdiv_"});
                         }});
const Registrar foreach({"stale-strides-foreach",
                         "_foreach_add_ and the like update a copy of a strided tensor",
                         [](torch::Library& m) {
                           install_all<&on_stale_states>(
                               m, {"_foreach_add_.List", "_foreach_add_.Scalar",
                                   "_foreach_mul_.List", "_foreach_mul_.Scalar",
                                   "_foreach_sub_.List"});
                         }});

}  // namespace
}  // namespace npu
