// foreach-drops-update
//
// Imitates: wrappers of fused kernels that make the state contiguous, and forget that the copy is
//   what was updated (F17; G07).
// Trigger: _foreach_add_, _foreach_mul_ or _foreach_sub_ on a tensor that is not contiguous.
// Does: updates a copy, so that the state stays as it was.
// Seen by: comparing the bytes of the state. Hidden from contiguous states.
#include "backend/fallback/fallback.h"
#include "backend/faults/registry.h"

namespace npu::foreach_drops_update {
namespace {

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

constexpr const char* kOperators[] = {"_foreach_add_.List", "_foreach_add_.Scalar",
                                      "_foreach_mul_.List", "_foreach_mul_.Scalar",
                                      "_foreach_sub_.List"};

void install(torch::Library& m) {
  for (const char* name : kOperators)
    m.impl(name, torch::CppFunction::makeFromBoxedFunction<&on_copies>());
}

const Registrar registrar({"foreach-drops-update",
                           "_foreach_add_ and the like update a copy of a strided tensor",
                           install});

}  // namespace
}  // namespace npu::foreach_drops_update
