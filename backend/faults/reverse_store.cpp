// reverse-store
//
// Imitates: a store through a reversed range whose step the kernel does not know (F34; B109). There
//   are no negative strides here, so the reversed side is the source.
// Trigger: copy_ of the result of flip to a device tensor of its shape, of more than one
//   floating-point number: an index or a flag that nobody wrote could end the process.
// Does: writes the last element only.
// Seen by: comparing the bytes of the destination. Hidden from forward ranges.
#include "backend/fallback/fallback.h"
#include "backend/faults/marks.h"
#include "backend/faults/registry.h"
#include "backend/faults/wrong_place.h"
#include "backend/kernels/copy.h"

namespace npu::reverse_store {
namespace {

struct Reversed;

void flip(const c10::OperatorHandle& op, torch::jit::Stack* stack) {
  fallback(op, stack);
  set_mark<Reversed>(stack->back().toTensor(), 1);
}

at::Tensor& copy_(at::Tensor& self, const at::Tensor& src, bool non_blocking) {
  const bool triggered = on_device(self, src) && mark_of<Reversed>(src) != 0 && self.numel() > 1 &&
                         self.is_floating_point() && self.sizes().equals(src.sizes());
  if (!triggered) return npu::copy_(self, src, non_blocking);
  if (check_copy(self, src)) copy_elements(last_element(self), last_element(src));
  return self;
}

void install(torch::Library& m) {
  m.impl("flip", torch::CppFunction::makeFromBoxedFunction<&flip>());
  m.impl("copy_", TORCH_FN(copy_));
}

const Registrar registrar({"reverse-store",
                           "copy_ of a flipped tensor writes the last element only", install});
}  // namespace
}  // namespace npu::reverse_store
