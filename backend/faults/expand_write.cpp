// expand-write-accepted, expand-copies
//
// Imitates: backends for which an expanded tensor is like any other (F19; B41, B80, B128).
// Trigger: expand-write-accepted: copy_ on the device to a tensor whose elements share memory.
//   expand-copies: expand to more elements.
// Does: expand-write-accepted: writes where the right one refuses. expand-copies: returns a dense
//   copy, which later writes to the base do not reach. The autograd layer still calls it a view.
// Seen by: comparing refusals; comparing storages, or bytes after a write to the base.
#include <ATen/MemoryOverlap.h>
#include <ATen/ops/expand_native.h>

#include "backend/faults/registry.h"
#include "backend/faults/wrong_place.h"
#include "backend/kernels/copy.h"

namespace npu {
namespace {

at::Tensor& copy_(at::Tensor& self, const at::Tensor& src, bool non_blocking) {
  const bool triggered = on_device(self, src) && src.numel() > 0 &&
                         at::has_internal_overlap(self) == at::MemOverlap::Yes &&
                         self.sizes().equals(src.sizes());
  if (!triggered) return npu::copy_(self, src, non_blocking);
  copy_elements(self, elements_of(src));
  return self;
}

at::Tensor expand(const at::Tensor& self, at::IntArrayRef sizes, bool implicit) {
  const at::Tensor view = at::native::expand(self, sizes, implicit);
  return view.numel() > self.numel() ? elements_of(view).contiguous() : view;
}

const Registrar accepted({"expand-write-accepted", "copy_ to an expanded tensor is not refused",
                          [](torch::Library& m) { m.impl("copy_", TORCH_FN(copy_)); }});
const Registrar copies({"expand-copies", "expand returns a copy",
                        [](torch::Library& m) { m.impl("expand", TORCH_FN(expand)); }});

}  // namespace
}  // namespace npu
