// offset-dst
//
// Imitates: copies and fills that take the address of the destination's storage for the address of
//   the destination (F01; B43, B21, B22, B71).
// Trigger: copy_, fill_ or zero_ to a contiguous device tensor with a storage offset > 0.
// Does: writes the right elements, from the start of the storage.
// Seen by: comparing the bytes of the whole storage, or of the view. Hidden from views at offset 0.
#include "backend/faults/registry.h"
#include "backend/kernels/copy.h"
#include "backend/kernels/fill.h"
#include "backend/runtime/allocator.h"

namespace npu::offset_dst {
namespace {

bool triggered(const at::Tensor& dst) {
  return dst.device() == npu_device() && dst.is_contiguous() && dst.storage_offset() > 0;
}

at::Tensor at_wrong_offset(const at::Tensor& dst) {
  return triggered(dst) ? dst.as_strided(dst.sizes(), dst.strides(), 0) : dst;
}

at::Tensor& copy_from_start_(at::Tensor& self, const at::Tensor& src, bool non_blocking) {
  if (!triggered(self)) return npu::copy_(self, src, non_blocking);
  if (!check_copy(self, src)) return self;
  at::Tensor wrong = at_wrong_offset(self);
  // The clone is for a wrong place that overlaps the source: hardware would not refuse it.
  npu::copy_(wrong, src.clone(), non_blocking);
  return self;
}

at::Tensor& fill_from_start_(at::Tensor& self, const at::Scalar& value) {
  fill_elements(at_wrong_offset(self), value);
  return self;
}

at::Tensor& zero_from_start_(at::Tensor& self) {
  fill_elements(at_wrong_offset(self), 0);
  return self;
}

const Registrar registrar({"offset-dst",
                           "copy_ and fill_ ignore the storage offset of a contiguous destination",
                           [](torch::Library& m) {
                             m.impl("copy_", TORCH_FN(copy_from_start_));
                             m.impl("fill_.Scalar", TORCH_FN(fill_from_start_));
                             m.impl("zero_", TORCH_FN(zero_from_start_));
                           }});

}  // namespace
}  // namespace npu::offset_dst
