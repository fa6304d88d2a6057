#include "backend/runtime/address_space.h"

#include <c10/util/Exception.h>
#include <sys/mman.h>

namespace npu {

AddressSpace address_space;

namespace {

void* reserve(std::size_t bytes) {
  void* range = mmap(nullptr, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  return range == MAP_FAILED ? nullptr : range;
}

}  // namespace

void reserve_address_space() {
  // Addresses cost nothing until they are used; a smaller range is for processes with a limit.
  constexpr std::ptrdiff_t kLargest = std::ptrdiff_t{1} << 40;
  constexpr std::ptrdiff_t kSmallest = std::ptrdiff_t{1} << 28;
  for (std::ptrdiff_t span = kLargest; span >= kSmallest; span /= 2) {
    void* both = reserve(2 * static_cast<std::size_t>(span));
    if (both == nullptr) continue;
    address_space.kernel_base = static_cast<char*>(both);
    address_space.device_base =
        reinterpret_cast<std::uintptr_t>(both) + static_cast<std::size_t>(span);
    address_space.span = span;
    return;
  }
  TORCH_CHECK(
      false,
      "The guarded memory of the NPU needs address space that this process may not reserve; "
      "raise the limit (ulimit -v) or set NPU_GUARD=0.");
}

}  // namespace npu
