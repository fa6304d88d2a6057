// What a runner reads back from its target.

#include <ATen/ATen.h>

#include <algorithm>
#include <cstring>

#include "viewfuzz/execute/raw.h"
#include "viewfuzz/execute/run.h"
#include "viewfuzz/execute/timed.h"

namespace viewfuzz {

void Runner::snapshot(Snapshot& snapshot) {
  storages_.clear();
  snapshot.tensors.resize(tensors_.size());
  size_t storages = 0;
  for (size_t id = 0; id < tensors_.size(); ++id) {
    TensorState& state = snapshot.tensors[id];
    const at::Tensor& tensor = tensors_[id];
    state.defined = tensor.defined();
    if (!state.defined) continue;
    describe(tensor, state);
    state.host = tensor.is_cpu() && !target_.isReference();
    Layout& layout = state.layout;
    auto* storage = tensor.unsafeGetTensorImpl()->unsafe_storage().unsafeGetStorageImpl();
    const auto known = std::find(storages_.begin(), storages_.end(), storage);
    layout.storage = static_cast<int>(known - storages_.begin());
    if (known != storages_.end()) continue;
    storages_.push_back(storage);
    if (snapshot.storages.size() == storages) snapshot.storages.emplace_back();
    download(tensor, snapshot.storages[storages++]);
  }
  snapshot.storages.resize(storages);
}

void Runner::upload(const StorageState& state, const at::Tensor& tensor) {
  if (state.bytes.empty()) return;
  at::Tensor device = bytesOf(tensor);
  const auto count = static_cast<int64_t>(state.bytes.size());
  device.unsafeGetTensorImpl()->set_sizes_contiguous({count});
  at::Tensor host = at::empty({count}, at::kByte);
  std::memcpy(host.mutable_data_ptr(), state.bytes.data(), state.bytes.size());
  device.copy_(host);
}

at::Tensor Runner::onHost(const at::Tensor& tensor) {
  StorageState state;
  download(tensor, state);
  at::Tensor copy = at::empty({static_cast<int64_t>(state.bytes.size())}, at::kByte);
  if (!state.bytes.empty())
    std::memcpy(copy.mutable_data_ptr(), state.bytes.data(), state.bytes.size());
  auto* impl = copy.unsafeGetTensorImpl();
  impl->set_storage_and_dtype(impl->unsafe_storage(), tensor.dtype());
  impl->set_sizes_and_strides(tensor.sizes(), tensor.strides(), tensor.storage_offset());
  impl->_set_conj(tensor.is_conj());
  impl->_set_neg(tensor.is_neg());
  return copy;
}

void Runner::download(const at::Tensor& tensor, StorageState& state) {
  const auto width = static_cast<int64_t>(tensor.itemsize());
  const auto& storage = tensor.unsafeGetTensorImpl()->unsafe_storage();
  const size_t bytes = storage.nbytes();
  state.dtype = tensor.scalar_type();
  state.bytes.resize(bytes);
  if (bytes == 0) return;
  const Timed timed(timed_, in_aten_);
  if (tensor.is_cpu()) {
    std::memcpy(state.bytes.data(), storage.data(), bytes);
    return;
  }
  // A storage may end within an element, once tensors of another dtype lie in it.
  const bool whole = static_cast<int64_t>(bytes) % width == 0;
  const auto count = static_cast<int64_t>(bytes) / (whole ? width : 1);
  at::Tensor flat = whole ? relaid(tensor, {count}, {1}, 0) : bytesOf(tensor);
  if (!whole) flat.unsafeGetTensorImpl()->set_sizes_contiguous({count});
  if (!staging_.defined() || staging_.nbytes() < bytes) {
    staging_ = at::empty({static_cast<int64_t>(std::max<size_t>(bytes, 4096))}, at::kByte);
  }
  at::Tensor host = at::from_blob(staging_.mutable_data_ptr(), {count}, flat.dtype());
  host.copy_(flat);
  std::memcpy(state.bytes.data(), host.const_data_ptr(), bytes);
}

}  // namespace viewfuzz
