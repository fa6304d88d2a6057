// empty-copy-touches, empty-index-returns-early
//
// Imitates: kernels whose grid is at least one thread, and ones that return before their first step
//   when there is nothing to scatter (F37; B102, B123).
// Trigger: empty-copy-touches: copy_ on the device to a tensor of no elements inside a storage that
//   has some. empty-index-returns-early: scatter, index_add or index_copy, out of place, with an
//   empty index.
// Does: empty-copy-touches: sets the bytes of one element. empty-index-returns-early: returns zeros
// in
//   place of a copy of self.
// Seen by: comparing the bytes around the destination; comparing values. Hidden from other shapes.
#include "backend/fallback/fallback.h"
#include "backend/faults/registry.h"
#include "backend/faults/wrong_place.h"
#include "backend/kernels/copy.h"
#include "backend/kernels/strided.h"

namespace npu {
namespace {

constexpr int kByte = 0x33;

at::Tensor& copy_(at::Tensor& self, const at::Tensor& src, bool non_blocking) {
  npu::copy_(self, src, non_blocking);
  const bool triggered = on_device(self, src) && self.numel() == 0 &&
                         self.storage_offset() < layout_of(self).storage_numel;
  if (triggered) std::memset(first_element(self), kByte, self.itemsize());
  return self;
}

void scatter(const c10::OperatorHandle& op, torch::jit::Stack* stack) {
  constexpr std::size_t kIndex = 2;
  const at::Tensor index =
      torch::jit::peek(*stack, kIndex, op.schema().arguments().size()).toTensor();
  fallback(op, stack);
  if (index.numel() == 0) stack->back().toTensor().zero_();
}

void install_scatter(torch::Library& m) {
  for (const char* name : {"scatter.src", "scatter.value", "index_add", "index_copy"})
    m.impl(name, torch::CppFunction::makeFromBoxedFunction<&scatter>());
}

const Registrar touches({"empty-copy-touches", "copy_ to no elements writes one",
                         [](torch::Library& m) { m.impl("copy_", TORCH_FN(copy_)); }});
const Registrar early({"empty-index-returns-early",
                       "scatter and the like with an empty index return zeros", install_scatter});

}  // namespace
}  // namespace npu
