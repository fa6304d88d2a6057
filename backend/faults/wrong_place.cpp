#include "backend/faults/wrong_place.h"

#include <ATen/ops/as_strided_native.h>

#include "backend/kernels/copy.h"
#include "backend/runtime/allocator.h"

namespace npu {
namespace {

std::int64_t extent_of(at::IntArrayRef sizes, at::IntArrayRef strides) {
  std::int64_t extent = 1;
  for (std::size_t d = 0; d < sizes.size(); ++d) extent += (sizes[d] - 1) * strides[d];
  return extent;
}

}  // namespace

bool on_device(const at::Tensor& tensor) {
  return tensor.device() == npu_device() && !tensor._is_zerotensor();
}

bool on_device(const at::Tensor& dst, const at::Tensor& src) {
  return on_device(dst) && on_device(src);
}

at::Tensor held_back(const at::Tensor& tensor, at::IntArrayRef sizes, at::IntArrayRef strides,
                     std::int64_t offset) {
  const std::int64_t room = layout_of(tensor).storage_numel;
  at::DimVector kept(strides);
  while (room > 0 && extent_of(sizes, kept) > room) *std::max_element(kept.begin(), kept.end()) = 0;
  const std::int64_t last = room - extent_of(sizes, kept);
  // Not by the dispatcher: another fault may have its own idea of views.
  return at::native::as_strided_tensorimpl(tensor, sizes, kept, last > 0 ? offset % (last + 1) : 0);
}

at::Tensor held_back(const at::Tensor& tensor, const Reading& reading) {
  return held_back(tensor, tensor.sizes(), reading.strides, reading.offset);
}

at::Tensor dense_at(const at::Tensor& tensor) {
  return held_back(tensor, tensor.sizes(), c10::contiguous_strides(tensor.sizes()),
                   tensor.storage_offset());
}

at::Tensor last_element(const at::Tensor& tensor) {
  const std::int64_t to_last = extent_of(tensor.sizes(), tensor.strides()) - 1;
  return held_back(tensor, {}, {}, tensor.storage_offset() + to_last);
}

std::size_t bytes_to_end(const at::Tensor& tensor) {
  return tensor.storage().nbytes() -
         static_cast<std::size_t>(tensor.storage_offset()) * tensor.itemsize();
}

at::Tensor relabelled(const at::Tensor& tensor, at::ScalarType dtype) {
  at::Tensor other = held_back(tensor, tensor.sizes(), tensor.strides(), tensor.storage_offset());
  c10::TensorImpl* const impl = other.unsafeGetTensorImpl();
  impl->set_storage_and_dtype(impl->unsafe_storage(), c10::scalarTypeToTypeMeta(dtype));
  return other;
}

at::Tensor elements_of(const at::Tensor& tensor) {
  at::Tensor elements = at::empty(tensor.sizes(), tensor.options());
  npu::copy_(elements, tensor, false);
  return elements;
}

at::Tensor& copy_from(at::Tensor& self, const at::Tensor& src, const at::Tensor& wrong) {
  // The detour is for a wrong place that overlaps the destination: hardware would not refuse it.
  if (check_copy(self, src)) copy_elements(self, elements_of(wrong));
  return self;
}

at::Tensor& copy_unless(WrongSource wrong, at::Tensor& self, const at::Tensor& src,
                        bool non_blocking) {
  const bool strided = src.layout() == at::kStrided && !src.is_meta() && !src._is_zerotensor();
  const at::Tensor other = strided && src.numel() > 0 ? wrong(self, src) : at::Tensor();
  return other.defined() ? copy_from(self, src, other) : npu::copy_(self, src, non_blocking);
}

}  // namespace npu
