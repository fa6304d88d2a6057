// upload-dense-bytes, upload-staging-strides
//
// Imitates: uploads that change the layout on one side only (F13; B24, B54).
// Trigger: copy_ within one dtype from a host tensor that is not contiguous but has no gaps:
//   upload-dense-bytes: to a device tensor of the same strides. upload-staging-strides: to a
//   contiguous device tensor.
// Does: upload-dense-bytes: makes the bytes contiguous, and keeps the strides.
//   upload-staging-strides: uploads the bytes as they lie, to a tensor of other strides.
// Seen by: comparing the bytes of the destination. Hidden from contiguous uploads.
#include "backend/faults/registry.h"
#include "backend/faults/wrong_place.h"
#include "backend/kernels/copy.h"

namespace npu::layout_one_side {
namespace {

bool triggered(const at::Tensor& dst, const at::Tensor& src) {
  return on_device(dst) && src.is_cpu() && src.scalar_type() == dst.scalar_type() &&
         src.sizes().equals(dst.sizes()) && !src.is_contiguous() &&
         src.is_non_overlapping_and_dense();
}

// Row by row into the block of the destination, whatever the order of its dims.
at::Tensor& copy_dense_bytes_(at::Tensor& self, const at::Tensor& src, bool non_blocking) {
  if (!triggered(self, src) || !self.strides().equals(src.strides()))
    return npu::copy_(self, src, non_blocking);
  if (check_copy(self, src)) copy_elements(dense_at(self), src);
  return self;
}

at::Tensor as_it_lies(const at::Tensor& dst, const at::Tensor& src) {
  return triggered(dst, src) && dst.is_contiguous() ? dense_at(src) : at::Tensor();
}

const Registrar dense_bytes(
    {"upload-dense-bytes", "copy_ from a strided host tensor keeps strides the bytes lack",
     [](torch::Library& m) { m.impl("copy_", TORCH_FN(copy_dense_bytes_)); }});
const Registrar staging({"upload-staging-strides",
                         "copy_ from a strided host tensor uploads its bytes as they lie",
                         install_copy_from<as_it_lies>});

}  // namespace
}  // namespace npu::layout_one_side
