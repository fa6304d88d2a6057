// empty-index-returns-early
//
// Imitates: a scatter that returns when there is nothing to scatter, before it has copied self
//   (F37; B123).
// Trigger: scatter, index_add or index_copy, out of place, with an empty index.
// Does: returns zeros in place of a copy of self.
// Seen by: comparing values. Hidden from other indices, and from the in-place forms.
#include "backend/fallback/fallback.h"
#include "backend/faults/registry.h"

namespace npu::empty_index_returns_early {
namespace {

void scatter(const c10::OperatorHandle& op, torch::jit::Stack* stack) {
  constexpr std::size_t kIndex = 2;
  const at::Tensor index =
      torch::jit::peek(*stack, kIndex, op.schema().arguments().size()).toTensor();
  fallback(op, stack);
  if (index.numel() == 0) stack->back().toTensor().zero_();
}

void install(torch::Library& m) {
  for (const char* name : {"scatter.src", "scatter.value", "index_add", "index_copy"})
    m.impl(name, torch::CppFunction::makeFromBoxedFunction<&scatter>());
}

const Registrar registrar({"empty-index-returns-early",
                           "scatter and the like with an empty index return zeros", install});

}  // namespace
}  // namespace npu::empty_index_returns_early
