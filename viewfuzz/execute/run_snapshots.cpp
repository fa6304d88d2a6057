// The parts of a runner that read the state of tensors and storages from its target.

#include <ATen/ATen.h>

#include <cstring>

#include "viewfuzz/execute/run.h"
#include "viewfuzz/execute/timed.h"
#include "viewfuzz/target/raw.h"

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
    target_.observe(tensor, state);
    Layout& layout = state.layout;
    const auto [number, is_new] = storages_.add(storageOf(tensor));
    layout.storage = number;
    if (!is_new) continue;
    if (snapshot.storages.size() == storages) snapshot.storages.emplace_back();
    download(tensor, snapshot.storages[storages++]);
  }
  snapshot.storages.resize(storages);
}

void Runner::upload(const StorageState& state, const at::Tensor& tensor) {
  target_.upload(state, tensor);
}

void Runner::download(const at::Tensor& tensor, StorageState& state) {
  const Timed timed(timed_, in_aten_);
  target_.download(tensor, state, staging_);
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

}  // namespace viewfuzz
