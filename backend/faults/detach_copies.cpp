// detach-copies
//
// Imitates: a detach that cuts the tensor off from its memory, and not from its history alone (F24;
//   B86).
// Trigger: detach of a device tensor with elements.
// Does: returns a copy.
// Seen by: comparing storages, or bytes after a write to one of the two. Hidden from reads.
#include <ATen/ops/detach_native.h>

#include "backend/faults/registry.h"
#include "backend/faults/wrong_place.h"

namespace npu::detach_copies {
namespace {

at::Tensor detach(const at::Tensor& self) {
  return self.numel() > 0 ? elements_of(self) : at::native::detach(self);
}

const Registrar registrar({"detach-copies", "detach returns a copy",
                           [](torch::Library& m) { m.impl("detach", TORCH_FN(detach)); }});

}  // namespace
}  // namespace npu::detach_copies
