#pragma once
/// @file
/// The allocator of device storages.
#include <c10/core/Allocator.h>
#include <c10/core/Device.h>
#include <c10/core/StorageImpl.h>

#include "backend/runtime/address_space.h"

namespace npu {

/// The one device of this backend.
inline c10::Device npu_device() { return {c10::DeviceType::PrivateUse1, 0}; }

/// The allocator behind every device storage. Zero bytes give a null pointer.
c10::Allocator* allocator();

/// Guarded or plain memory for allocations made from now on.
void set_guarded(bool on);
bool guarded();

/// Gives a device storage another size, keeping the bytes that fit in both, as the CPU does for
/// its storages.
void resize_storage(c10::StorageImpl* storage, std::size_t bytes);

}  // namespace npu
