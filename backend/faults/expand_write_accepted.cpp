// expand-write-accepted
//
// Imitates: a copy that does not look at the strides of its destination before it writes (F19; B41,
//   B128).
// Trigger: copy_ on the device to a tensor whose elements share memory.
// Does: writes, where the right one refuses.
// Seen by: comparing refusals. Hidden from destinations that are not expanded.
#include <ATen/MemoryOverlap.h>

#include "backend/faults/registry.h"
#include "backend/faults/wrong_place.h"
#include "backend/kernels/copy.h"

namespace npu::expand_write_accepted {
namespace {

at::Tensor& copy_(at::Tensor& self, const at::Tensor& src, bool non_blocking) {
  const bool triggered = on_device(self, src) && src.numel() > 0 &&
                         at::has_internal_overlap(self) == at::MemOverlap::Yes &&
                         self.sizes().equals(src.sizes());
  if (!triggered) return npu::copy_(self, src, non_blocking);
  copy_elements(self, elements_of(src));
  return self;
}

const Registrar registrar({"expand-write-accepted", "copy_ to an expanded tensor is not refused",
                           [](torch::Library& m) { m.impl("copy_", TORCH_FN(copy_)); }});

}  // namespace
}  // namespace npu::expand_write_accepted
