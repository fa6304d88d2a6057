#include "viewfuzz/isolate/shared_memory.h"

#include <sys/mman.h>

#include <cerrno>
#include <system_error>

namespace viewfuzz {

void* mapShared(size_t bytes) {
  void* const memory =
      mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) throw std::system_error(errno, std::generic_category(), "mmap");
  return memory;
}

void unmapShared(void* memory, size_t bytes) { munmap(memory, bytes); }

SharedCounters::SharedCounters(size_t size)
    : counters_(static_cast<uint32_t*>(mapShared(size * sizeof(uint32_t))), size) {}

SharedCounters::~SharedCounters() { unmapShared(counters_.data(), counters_.size_bytes()); }

}  // namespace viewfuzz
