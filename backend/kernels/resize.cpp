// resize_ and the four forms of set_: they give a tensor another layout or another storage.
#include <ATen/ops/set_native.h>

#include "backend/runtime/allocator.h"

namespace npu {
namespace {

// The layout first and the storage after it, and nothing at all when the layout is the same: the
// order the CPU has, so that both leave the same state behind when the storage cannot grow.
void relayout(const at::Tensor& self, at::IntArrayRef size, at::OptionalIntArrayRef stride) {
  c10::TensorImpl* impl = self.unsafeGetTensorImpl();
  if (impl->sizes() == size && (!stride || impl->strides() == *stride)) return;
  const std::size_t itemsize = impl->dtype().itemsize();
  const auto offset = static_cast<std::size_t>(impl->storage_offset());
  std::size_t bytes = 0;
  if (stride) {
    impl->set_sizes_and_strides(size, *stride);
    bytes = at::detail::computeStorageNbytes(size, *stride, itemsize, offset);
  } else {
    impl->set_sizes_contiguous(size);
    bytes = at::detail::computeStorageNbytesContiguous(size, itemsize, offset);
  }
  if (impl->numel() == 0) return;
  c10::StorageImpl* storage = impl->unsafe_storage().unsafeGetStorageImpl();
  if (bytes > storage->nbytes()) resize_storage(storage, bytes);
}

const at::Tensor& resize_(const at::Tensor& self, at::IntArrayRef size,
                          std::optional<at::MemoryFormat> format) {
  relayout(self, size, std::nullopt);
  if (format) {
    TORCH_CHECK(*format != at::MemoryFormat::Preserve, "Unsupported memory format", *format);
    self.unsafeGetTensorImpl()->empty_tensor_restride(*format);
  }
  return self;
}

at::Tensor& set_storage_offset_(at::Tensor& self, at::Storage source, std::int64_t offset,
                                at::IntArrayRef size, at::IntArrayRef stride) {
  at::native::checkSetStorage(self, std::move(source), offset, size, stride);
  self.unsafeGetTensorImpl()->set_storage_offset(offset);
  relayout(self, size, stride.data() != nullptr ? at::OptionalIntArrayRef(stride) : std::nullopt);
  return self;
}

at::Tensor& set_storage_(at::Tensor& self, at::Storage source) {
  return at::native::set_(self, std::move(source));
}

at::Tensor& set_nothing_(at::Tensor& self) {
  at::Storage empty(at::Storage::use_byte_size_t(), 0, allocator(), /*resizable=*/true);
  return set_storage_offset_(self, std::move(empty), 0, {0}, {});
}

TORCH_LIBRARY_IMPL(aten, PrivateUse1, m) {
  m.impl("resize_", TORCH_FN(resize_));
  m.impl("set_", TORCH_FN(set_nothing_));
  m.impl("set_.source_Tensor", TORCH_FN(at::native::set_tensor_));
  m.impl("set_.source_Storage", TORCH_FN(set_storage_));
  m.impl("set_.source_Storage_storage_offset", TORCH_FN(set_storage_offset_));
}

}  // namespace
}  // namespace npu
