// empty-copy-touches
//
// Imitates: a kernel whose grid has one thread at least (F37; B102).
// Trigger: copy_ on the device to a tensor of no elements that starts inside its storage.
// Does: sets the bytes of one element.
// Seen by: comparing the bytes around the destination. Hidden from other shapes.
#include "backend/faults/registry.h"
#include "backend/faults/wrong_place.h"
#include "backend/kernels/copy.h"
#include "backend/kernels/strided.h"

namespace npu::empty_copy_touches {
namespace {

constexpr int kByte = 0x33;

at::Tensor& copy_(at::Tensor& self, const at::Tensor& src, bool non_blocking) {
  npu::copy_(self, src, non_blocking);
  const bool triggered = on_device(self, src) && self.numel() == 0 &&
                         self.storage_offset() < layout_of(self).storage_numel;
  if (triggered) std::memset(first_element(self), kByte, self.itemsize());
  return self;
}

const Registrar registrar({"empty-copy-touches", "copy_ to no elements writes one",
                           [](torch::Library& m) { m.impl("copy_", TORCH_FN(copy_)); }});

}  // namespace
}  // namespace npu::empty_copy_touches
