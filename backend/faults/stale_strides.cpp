// stale-strides, foreach-drops-update
//
// Imitates: wrappers of fused kernels that make an operand contiguous, and then pass on the strides
// of
//   the old tensor, or forget that the copy is what was updated (F17; G07, G08).
// Trigger: stale-strides: addmm_, addmv_, baddbmm_, addcmul_ or addcdiv_ with a first operand
// (after
//   self) that is not contiguous. foreach-drops-update: _foreach_add_, _foreach_mul_ or
//   _foreach_sub_ on a tensor that is not contiguous.
// Does: stale-strides: computes with other elements of the copy. foreach-drops-update: updates the
//   copy, so that the state stays as it was.
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

void on_copies(const c10::OperatorHandle& op, torch::jit::Stack* stack) {
  c10::IValue& states = torch::jit::peek(*stack, 0, op.schema().arguments().size());
  const std::vector<at::Tensor> kept = states.toTensorVector();
  c10::List<at::Tensor> copies;
  for (const at::Tensor& state : kept) copies.push_back(state.contiguous());
  states = std::move(copies);
  fallback(op, stack);
  // Core's kernel would have, once for each tensor, by the in-place operators that it calls.
  for (const at::Tensor& state : kept) state.unsafeGetTensorImpl()->bump_version();
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
const Registrar foreach ({"foreach-drops-update",
                          "_foreach_add_ and the like update a copy of a strided tensor",
                          [](torch::Library& m) {
                            install_all<&on_copies>(
                                m,
                                {"_foreach_add_.List", "_foreach_add_.Scalar", "_foreach_mul_.List",
                                 "_foreach_mul_.Scalar", "_foreach_sub_.List"});
                          }});

}  // namespace
}  // namespace npu
