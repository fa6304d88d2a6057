#pragma once
/// @file
/// Shows device tensors to a CPU kernel for the length of one call.
#include <ATen/core/Tensor.h>
#include <c10/util/SmallVector.h>

namespace npu {

/// CPU tensors over the bytes of device tensors. A device storage has *one* CPU storage, so
/// arguments that share memory still do, and the kernel refuses or handles their overlap itself.
class AliasMap {
 public:
  /// The CPU tensor with the layout, dtype and bits of a device tensor, over the same bytes.
  at::Tensor to_cpu(at::Tensor device);

  /// The CPU storage over the bytes of a device storage.
  at::Storage to_cpu(const at::Storage& device);

  /// A CPU tensor the caller passed: what the kernel returns of its storage stays on the CPU.
  void keep_on_cpu(const at::Tensor& host) { host_.push_back(storage_of(host)); }

  /// Carries over to the device tensors what the kernel did to the CPU ones besides writing
  /// bytes: grown storages, other sizes, strides, offsets or storages.
  void sync();

  /// The device tensor for a tensor the kernel returned: the argument it is, a view of the storage
  /// it aliases, or a new one with the same layout.
  at::Tensor to_device(const at::Tensor& cpu);

 private:
  struct StoragePair {
    at::Storage device;
    at::Storage cpu;
    const void* bytes;  // what the CPU storage held before the call
    std::size_t size;
  };
  struct TensorPair {
    at::Tensor device;
    at::Tensor cpu;
    std::size_t storage;  // index into storages_
  };

  static const c10::StorageImpl* storage_of(const at::TensorBase& tensor) {
    return tensor.unsafeGetTensorImpl()->unsafe_storage().unsafeGetStorageImpl();
  }
  std::size_t pair_of_device(const at::Storage& device);
  std::size_t pair_of_cpu(const at::Storage& cpu);
  void sync_storage(StoragePair& pair);
  void sync_layout(TensorPair& pair);

  c10::SmallVector<StoragePair, 4> storages_;
  c10::SmallVector<TensorPair, 6> tensors_;
  c10::SmallVector<const c10::StorageImpl*, 2> host_;
};

}  // namespace npu
