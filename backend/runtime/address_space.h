#pragma once
/// @file
/// Device addresses. Guarded blocks have two addresses: the *device address* that tensors report,
/// in a range of pages that nobody can read or write, and the *kernel address*, where the bytes
/// are. They differ by one constant, so a kernel translates with an addition, and host code that
/// dereferences a device address faults whatever the kernels are doing at that moment.
#include <cstddef>
#include <cstdint>

namespace npu {

/// Two equally long reserved address ranges, the second right after the first.
struct AddressSpace {
  char* kernel_base = nullptr;     ///< start of the range that holds the bytes
  std::uintptr_t device_base = 0;  ///< start of the range that is never accessible
  std::ptrdiff_t span = 0;         ///< length of each, in bytes: from one address to the other
};

/// Filled when the first guarded block is made; all zero before.
extern AddressSpace address_space;

/// Reserves the two ranges. Throws when the process may not reserve that much.
void reserve_address_space();

/// Whether the address is a device address of a guarded block.
inline bool is_device_address(const void* address) {
  return reinterpret_cast<std::uintptr_t>(address) - address_space.device_base <
         static_cast<std::size_t>(address_space.span);
}

/// Where a kernel finds the bytes of an address reported by a tensor. Host addresses, addresses of
/// unguarded blocks and null come back as they are.
inline const void* kernel_address(const void* address) {
  if (!is_device_address(address)) return address;
  return static_cast<const char*>(address) - address_space.span;
}
inline void* kernel_address(void* address) {
  return const_cast<void*>(kernel_address(static_cast<const void*>(address)));
}

/// The device address that belongs to the kernel address of a guarded block.
inline void* device_address(void* kernel) {
  return static_cast<char*>(kernel) + address_space.span;
}

}  // namespace npu
