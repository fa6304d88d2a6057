// source-clobber
//
// Imitates: a converting copy that converts in the memory of its source (F23; B19).
// Trigger: copy_ on the device from a contiguous source to another dtype whose elements are not
//   larger, and to a storage offset > 0.
// Does: writes the right destination, and leaves the converted elements at the source's start.
// Seen by: comparing the bytes of the source. Hidden from checking the destination alone.
#include "backend/faults/registry.h"
#include "backend/faults/wrong_place.h"
#include "backend/kernels/copy.h"
#include "backend/kernels/strided.h"

namespace npu::source_clobber {
namespace {

bool triggered(const at::Tensor& dst, const at::Tensor& src) {
  return on_device(dst, src) && dst.scalar_type() != src.scalar_type() &&
         dst.itemsize() <= src.itemsize() && dst.storage_offset() > 0 && src.is_contiguous();
}

at::Tensor& copy_(at::Tensor& self, const at::Tensor& src, bool non_blocking) {
  npu::copy_(self, src, non_blocking);
  if (!triggered(self, src) || self.is_same(src) || src.numel() == 0) return self;
  const at::Tensor scratch = at::empty(src.sizes(), self.options());
  copy_elements(scratch, src);
  std::memcpy(first_element(src), first_element(scratch), scratch.nbytes());
  return self;
}

const Registrar registrar({"source-clobber",
                           "a converting copy_ to an offset converts in the memory of its source",
                           [](torch::Library& m) { m.impl("copy_", TORCH_FN(copy_)); }});

}  // namespace
}  // namespace npu::source_clobber
