// equal-stride-blit
//
// Imitates: a shortcut that takes equal strides for "one block of memory" (F10; B01).
// Trigger: copy_ on the device within one dtype where sizes and strides of both are equal, and
//   neither is dense: the layout has gaps.
// Does: copies numel * itemsize raw bytes, so gaps are overwritten and the tail is not written.
// Seen by: comparing the bytes of the whole destination storage. Hidden from different strides.
#include "backend/faults/registry.h"
#include "backend/faults/wrong_place.h"
#include "backend/kernels/copy.h"
#include "backend/kernels/strided.h"

namespace npu::equal_stride_blit {
namespace {

bool triggered(const at::Tensor& dst, const at::Tensor& src) {
  return dst.device() == src.device() && dst.scalar_type() == src.scalar_type() &&
         dst.sizes().equals(src.sizes()) && dst.strides().equals(src.strides()) &&
         !dst.is_contiguous() && !dst.is_non_overlapping_and_dense() &&
         dst.is_conj() == src.is_conj() && dst.is_neg() == src.is_neg();
}

at::Tensor& copy_(at::Tensor& self, const at::Tensor& src, bool non_blocking) {
  if (!triggered(self, src)) return npu::copy_(self, src, non_blocking);
  if (check_copy(self, src)) {
    const std::size_t bytes = std::min({self.nbytes(), bytes_to_end(self), bytes_to_end(src)});
    std::memmove(first_element(self), first_element(src), bytes);
  }
  return self;
}

const Registrar registrar({"equal-stride-blit",
                           "copy_ between equal strides with gaps copies one block of bytes",
                           [](torch::Library& m) { m.impl("copy_", TORCH_FN(copy_)); }});

}  // namespace
}  // namespace npu::equal_stride_blit
