// offset-dst-convert
//
// Imitates: a copy whose converting path starts at the first byte of the destination's storage
//   (F01; B21, B22).
// Trigger: copy_ on the device between two dtypes, to a storage offset > 0.
// Does: writes the right elements, with the right strides, from the start of the storage.
// Seen by: comparing the bytes of the whole storage. Hidden from copies within one dtype.
#include "backend/faults/registry.h"
#include "backend/faults/wrong_place.h"
#include "backend/kernels/copy.h"

namespace npu::offset_dst_convert {
namespace {

at::Tensor& copy_(at::Tensor& self, const at::Tensor& src, bool non_blocking) {
  const bool triggered =
      on_device(self, src) && self.scalar_type() != src.scalar_type() && self.storage_offset() > 0;
  if (!triggered) return npu::copy_(self, src, non_blocking);
  if (check_copy(self, src))
    copy_elements(held_back(self, self.sizes(), self.strides(), 0), elements_of(src));
  return self;
}

const Registrar registrar({"offset-dst-convert",
                           "a converting copy_ ignores the storage offset of its destination",
                           [](torch::Library& m) { m.impl("copy_", TORCH_FN(copy_)); }});

}  // namespace
}  // namespace npu::offset_dst_convert
