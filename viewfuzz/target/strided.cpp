#include "viewfuzz/target/strided.h"

#include <ATen/ATen.h>
#include <ATen/core/dispatch/Dispatcher.h>

#include <algorithm>
#include <cstring>

#include "viewfuzz/target/raw.h"

namespace viewfuzz {
namespace {

c10::IntArrayRef dimsRef(const Dims& dims) { return {dims.data(), dims.size()}; }

void copyOnHost(const at::Tensor& to, const at::Tensor& from) {
  if (from.nbytes() > 0) std::memcpy(to.mutable_data_ptr(), from.const_data_ptr(), from.nbytes());
}

}  // namespace

at::Tensor StridedTarget::source(const Source& source, const at::Tensor& host) const {
  const Layout& layout = source.layout;
  const auto options = host.options().device(layout.host ? c10::Device(c10::kCPU) : device_);
  // A fresh tensor is made with its own sizes, not as a view of a flat one: some backends remember
  // the sizes of the base.
  const bool fresh = source.isFresh();
  const int64_t flat_size = source.storage_numel;
  const c10::IntArrayRef base_sizes = fresh ? dimsRef(layout.sizes) : c10::IntArrayRef(flat_size);
  at::Tensor base = at::empty(base_sizes, options);
  if (base.is_cpu()) {
    copyOnHost(base, host);
  } else {
    fill(base, fresh ? relaid(host, base_sizes, dimsRef(layout.strides), 0) : host);
  }
  if (!fresh) {
    base.unsafeGetTensorImpl()->set_sizes_and_strides(dimsRef(layout.sizes),
                                                      dimsRef(layout.strides), layout.offset);
  }
  // Making the source may have raised the version counter. Every source starts at version 0.
  base.unsafeGetTensorImpl()->set_version_counter(c10::VariableVersion(0));
  return base;
}

void StridedTarget::fill(const at::Tensor& base, const at::Tensor& host) const { base.copy_(host); }

void StridedTarget::call(const c10::OperatorHandle& op, torch::jit::Stack& stack) const {
  op.callBoxed(stack);
}

void StridedTarget::observe(const at::Tensor& tensor, TensorState& state) const {
  describe(tensor, state);
  state.host = tensor.is_cpu() && !device_.is_cpu();
}

void StridedTarget::download(const at::Tensor& tensor, StorageState& state,
                             at::Tensor& staging) const {
  const auto width = static_cast<int64_t>(tensor.itemsize());
  const auto& storage = tensor.unsafeGetTensorImpl()->unsafe_storage();
  const size_t bytes = storage.nbytes();
  state.dtype = tensor.scalar_type();
  state.bytes.resize(bytes);
  if (bytes == 0) return;
  if (tensor.is_cpu()) {
    std::memcpy(state.bytes.data(), storage.data(), bytes);
    return;
  }
  // If tensors of another dtype lie in the storage too, it may end within an element.
  const bool whole = static_cast<int64_t>(bytes) % width == 0;
  const auto count = static_cast<int64_t>(bytes) / (whole ? width : 1);
  at::Tensor flat = whole ? relaid(tensor, {count}, {1}, 0) : bytesOf(tensor);
  if (!whole) flat.unsafeGetTensorImpl()->set_sizes_contiguous({count});
  if (!staging.defined() || staging.nbytes() < bytes)
    staging = at::empty({static_cast<int64_t>(std::max<size_t>(bytes, 4096))}, at::kByte);
  at::Tensor host = at::from_blob(staging.mutable_data_ptr(), {count}, flat.dtype());
  host.copy_(flat);
  std::memcpy(state.bytes.data(), host.const_data_ptr(), bytes);
}

void StridedTarget::upload(const StorageState& state, const at::Tensor& tensor) const {
  if (state.bytes.empty()) return;
  at::Tensor device = bytesOf(tensor);
  const auto count = static_cast<int64_t>(state.bytes.size());
  device.unsafeGetTensorImpl()->set_sizes_contiguous({count});
  at::Tensor host = at::empty({count}, at::kByte);
  std::memcpy(host.mutable_data_ptr(), state.bytes.data(), state.bytes.size());
  device.copy_(host);
}

}  // namespace viewfuzz
