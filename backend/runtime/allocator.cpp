#include "backend/runtime/allocator.h"

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "backend/npu.h"
#include "backend/runtime/guarded_pool.h"
#include "backend/runtime/plain_pool.h"

namespace npu {
namespace {

bool guard_wanted() {
  const char* value = std::getenv("NPU_GUARD");
  return value == nullptr || std::strcmp(value, "0") != 0;
}

std::atomic<bool> guard_on{guard_wanted()};

// The block knows which pool it came from, so the mode may change while it is in use.
void free_block(void* address) {
  BlockHeader* header = BlockHeader::of(kernel_address(address));
  if (is_device_address(address)) {
    guarded_free(header);
  } else {
    plain_free(header);
  }
}

struct NpuAllocator final : c10::Allocator {
  c10::DataPtr allocate(std::size_t bytes) override {
    if (bytes == 0) return {nullptr, npu_device()};
    void* address = guard_on.load(std::memory_order_relaxed)
                        ? device_address(guarded_allocate(bytes)->data())
                        : plain_allocate(bytes)->data();
    return {address, address, &free_block, npu_device()};
  }
  c10::DeleterFnPtr raw_deleter() const override { return &free_block; }
  void copy_data(void* dest, const void* src, std::size_t count) const override {
    if (count != 0) std::memcpy(kernel_address(dest), kernel_address(src), count);
  }
};

NpuAllocator the_allocator;
REGISTER_ALLOCATOR(c10::DeviceType::PrivateUse1, &the_allocator)

}  // namespace

void report_damage(const BlockHeader* header, const char* what) {
  std::fprintf(stderr, "npu: device memory was damaged: the block at %p of %llu bytes: %s\n",
               static_cast<const void*>(header + 1), static_cast<unsigned long long>(header->bytes),
               what);
  std::abort();
}

c10::Allocator* allocator() { return &the_allocator; }
void set_guarded(bool on) { guard_on.store(on, std::memory_order_relaxed); }
bool guarded() { return guard_on.load(std::memory_order_relaxed); }

void resize_storage(c10::StorageImpl* storage, std::size_t bytes) {
  TORCH_CHECK(storage->resizable(), "Trying to resize storage that is not resizable");
  c10::DataPtr fresh = the_allocator.allocate(bytes);
  const std::size_t kept = std::min(bytes, storage->nbytes());
  const c10::DataPtr old = storage->set_data_ptr(std::move(fresh));
  storage->set_nbytes(bytes);
  if (old != nullptr && kept > 0) the_allocator.copy_data(storage->mutable_data(), old.get(), kept);
}

}  // namespace npu

void npu_set_guarded(int on) { npu::set_guarded(on != 0); }
