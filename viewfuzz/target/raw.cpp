#include "viewfuzz/target/raw.h"

#include <ATen/ATen.h>

namespace viewfuzz {

at::Tensor relaid(const at::Tensor& tensor, c10::IntArrayRef sizes, c10::IntArrayRef strides,
                  int64_t offset) {
  at::Tensor other = tensor.variable_data();
  other.unsafeGetTensorImpl()->set_sizes_and_strides(sizes, strides, offset);
  other.unsafeGetTensorImpl()->_set_conj(false);
  other.unsafeGetTensorImpl()->_set_neg(false);
  return other;
}

const c10::StorageImpl* storageOf(const at::Tensor& tensor) {
  return tensor.unsafeGetTensorImpl()->unsafe_storage().unsafeGetStorageImpl();
}

at::Tensor bytesOf(const at::Tensor& tensor) {
  at::Tensor bytes = tensor.variable_data();
  auto* impl = bytes.unsafeGetTensorImpl();
  impl->set_storage_and_dtype(impl->unsafe_storage(), caffe2::TypeMeta::Make<uint8_t>());
  impl->set_storage_offset(0);
  impl->set_sizes_contiguous({0});
  impl->_set_conj(false);
  impl->_set_neg(false);
  return bytes;
}

bool canBeCompared(const at::Tensor& tensor) {
  return !tensor.defined() || (tensor.layout() == at::kStrided && tensor.has_storage() &&
                               !tensor.is_nested() && !tensor._is_zerotensor());
}

bool reachesBeyondStorage(const at::Tensor& tensor) {
  if (tensor.layout() != at::kStrided) return false;
  __extension__ using Wide = __int128;
  Wide last = tensor.storage_offset();
  for (int64_t d = 0; d < tensor.dim(); ++d) {
    if (tensor.size(d) < 0) return true;
    last += static_cast<Wide>(tensor.size(d) - 1) * tensor.stride(d);
  }
  if (tensor.numel() == 0) return false;
  const auto& storage = tensor.unsafeGetTensorImpl()->unsafe_storage();
  return (last + 1) * static_cast<Wide>(tensor.itemsize()) > static_cast<Wide>(storage.nbytes());
}

void describe(const at::Tensor& tensor, TensorState& state) {
  Layout& layout = state.layout;
  layout.sizes.assign(tensor.sizes().begin(), tensor.sizes().end());
  layout.strides.assign(tensor.strides().begin(), tensor.strides().end());
  layout.offset = tensor.storage_offset();
  layout.dtype = tensor.scalar_type();
  layout.conj = tensor.is_conj();
  layout.neg = tensor.is_neg();
  state.version = tensor._version();
}

TensorState stateOf(const at::Tensor& tensor) {
  TensorState state;
  state.defined = tensor.defined();
  if (state.defined) describe(tensor, state);
  return state;
}

}  // namespace viewfuzz
