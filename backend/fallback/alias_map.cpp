#include "backend/fallback/alias_map.h"

#include <c10/core/CPUAllocator.h>

#include <cstring>

#include "backend/runtime/allocator.h"

namespace npu {
namespace {

// Gives `to` the layout and the bits of `from`, whatever devices they are on.
void copy_layout(const c10::TensorImpl* from, c10::TensorImpl* to) {
  to->set_sizes_and_strides(from->sizes(), from->strides(), from->storage_offset());
  if (from->is_conj() != to->is_conj()) to->_set_conj(from->is_conj());
  if (from->is_neg() != to->is_neg()) to->_set_neg(from->is_neg());
  if (from->is_wrapped_number()) to->set_wrapped_number(true);
}

bool same_layout(const c10::TensorImpl* a, const c10::TensorImpl* b) {
  return a->storage_offset() == b->storage_offset() && a->sizes() == b->sizes() &&
         a->strides() == b->strides();
}

at::Storage new_device_storage(const at::Storage& cpu) {
  const std::size_t bytes = cpu.nbytes();
  at::Storage device(at::Storage::use_byte_size_t(), static_cast<std::int64_t>(bytes), allocator(),
                     /*resizable=*/true);
  if (bytes != 0) std::memcpy(kernel_address(device.mutable_data()), cpu.data(), bytes);
  return device;
}

}  // namespace

std::size_t AliasMap::pair_of_device(const at::Storage& device) {
  const c10::StorageImpl* const impl = device.unsafeGetStorageImpl();
  for (std::size_t i = 0; i < storages_.size(); ++i)
    if (storages_[i].device.unsafeGetStorageImpl() == impl) return i;
  // Asking for the mutable pointer gives a lazily cloned storage its own bytes.
  void* const bytes = kernel_address(device.unsafeGetStorageImpl()->mutable_data());
  const std::size_t size = device.nbytes();
  at::Storage cpu(c10::make_intrusive<c10::StorageImpl>(
      c10::StorageImpl::use_byte_size_t(), static_cast<std::int64_t>(size),
      c10::DataPtr(bytes, c10::DeviceType::CPU), c10::GetCPUAllocator(), device.resizable()));
  storages_.push_back({device, std::move(cpu), bytes, size});
  return storages_.size() - 1;
}

std::size_t AliasMap::pair_of_cpu(const at::Storage& cpu) {
  const c10::StorageImpl* const impl = cpu.unsafeGetStorageImpl();
  for (std::size_t i = 0; i < storages_.size(); ++i)
    if (storages_[i].cpu.unsafeGetStorageImpl() == impl) return i;
  storages_.push_back({new_device_storage(cpu), cpu, cpu.data(), cpu.nbytes()});
  return storages_.size() - 1;
}

at::Storage AliasMap::to_cpu(const at::Storage& device) {
  return storages_[pair_of_device(device)].cpu;
}

at::Tensor AliasMap::to_cpu(at::Tensor device) {
  for (const TensorPair& pair : tensors_)
    if (pair.device.is_same(device)) return pair.cpu;
  const c10::TensorImpl* const impl = device.unsafeGetTensorImpl();
  TORCH_CHECK_NOT_IMPLEMENTED(impl->layout() == at::kStrided,
                              "The NPU has strided tensors only, but a tensor of layout ",
                              impl->layout(), " was given.");
  const std::size_t storage = pair_of_device(impl->unsafe_storage());
  at::Tensor cpu = at::detail::make_tensor<c10::TensorImpl>(
      c10::Storage(storages_[storage].cpu), c10::DispatchKeySet(c10::DispatchKey::CPU),
      impl->dtype());
  copy_layout(impl, cpu.unsafeGetTensorImpl());
  tensors_.push_back({std::move(device), cpu, storage});
  return cpu;
}

void AliasMap::sync_storage(StoragePair& pair) {
  const std::size_t size = pair.cpu.nbytes();
  if (pair.cpu.data() == pair.bytes && size == pair.size) return;
  c10::DataPtr fresh = allocator()->allocate(size);
  if (size != 0) std::memcpy(kernel_address(fresh.get()), pair.cpu.data(), size);
  c10::StorageImpl* const device = pair.device.unsafeGetStorageImpl();
  device->set_data_ptr_noswap(std::move(fresh));
  device->set_nbytes(size);
}

void AliasMap::sync_layout(TensorPair& pair) {
  c10::TensorImpl* const device = pair.device.unsafeGetTensorImpl();
  const c10::TensorImpl* const cpu = pair.cpu.unsafeGetTensorImpl();
  if (storage_of(pair.cpu) != storages_[pair.storage].cpu.unsafeGetStorageImpl())
    device->set_storage_keep_dtype(storages_[pair_of_cpu(cpu->unsafe_storage())].device);
  if (!same_layout(device, cpu))
    device->set_sizes_and_strides(cpu->sizes(), cpu->strides(), cpu->storage_offset());
}

void AliasMap::sync() {
  // Layouts may bring in storages the kernel made, which are in step already.
  for (StoragePair& pair : storages_) sync_storage(pair);
  for (TensorPair& pair : tensors_) sync_layout(pair);
}

at::Tensor AliasMap::to_device(const at::Tensor& cpu) {
  if (!cpu.defined()) return cpu;
  for (const TensorPair& pair : tensors_)
    if (pair.cpu.is_same(cpu)) return pair.device;
  if (!cpu.is_cpu()) return cpu;
  TORCH_CHECK_NOT_IMPLEMENTED(cpu.layout() == at::kStrided,
                              "The NPU has strided tensors only, but a result has layout ",
                              cpu.layout(), ".");
  const c10::StorageImpl* const storage = storage_of(cpu);
  for (const c10::StorageImpl* host : host_)
    if (host == storage) return cpu;
  const std::size_t pair = pair_of_cpu(cpu.unsafeGetTensorImpl()->unsafe_storage());
  at::Tensor device = at::detail::make_tensor<c10::TensorImpl>(
      c10::Storage(storages_[pair].device), c10::DispatchKeySet(c10::DispatchKey::PrivateUse1),
      cpu.dtype());
  copy_layout(cpu.unsafeGetTensorImpl(), device.unsafeGetTensorImpl());
  return device;
}

}  // namespace npu
