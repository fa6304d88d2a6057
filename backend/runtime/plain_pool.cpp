#include "backend/runtime/plain_pool.h"

#include <c10/util/Exception.h>
#include <sanitizer/asan_interface.h>

#include <array>
#include <mutex>

namespace npu {
namespace {

constexpr std::size_t kLarge = std::size_t{1} << 20;        // from here on the cache is bounded
constexpr std::size_t kMaxCached = std::size_t{512} << 20;  // bytes of large blocks kept when free

struct PlainPool {
  std::mutex mutex;
  std::array<BlockHeader*, kSizeClasses> free;
  std::size_t cached = 0;  // bytes of large blocks among them
};

PlainPool& plain() {
  static PlainPool* const instance =
      new PlainPool{};  // never destroyed: tensors may outlive static objects
  return *instance;
}

BlockHeader* pop(PlainPool& p, const SizeClass& cls) {
  const std::lock_guard<std::mutex> lock(p.mutex);
  BlockHeader* header = p.free[cls.index];
  if (header == nullptr) return nullptr;
  p.free[cls.index] = header->next;
  if (cls.bytes >= kLarge) p.cached -= cls.bytes;
  return header;
}

}  // namespace

BlockHeader* plain_allocate(std::size_t bytes) {
  const SizeClass cls = size_class(bytes + sizeof(BlockHeader), kAlignment);
  BlockHeader* header = pop(plain(), cls);
  if (header == nullptr) {
    header = static_cast<BlockHeader*>(std::aligned_alloc(kAlignment, cls.bytes));
    TORCH_CHECK_WITH(OutOfMemoryError, header != nullptr, "The NPU is out of memory: ", cls.bytes,
                     " more bytes were asked for.");
  }
  header->bytes = bytes;
  header->size_class = cls.index;
  header->guarded = 0;
  header->seal();
  // AddressSanitizer knows of the whole class only, and of nothing that the free lists keep.
  const std::size_t room = cls.bytes - sizeof(BlockHeader);
  ASAN_UNPOISON_MEMORY_REGION(header->data(), bytes);
  ASAN_POISON_MEMORY_REGION(header->data() + bytes, room - bytes);
  return header;
}

void plain_free(BlockHeader* header) {
  if (!header->intact()) report_damage(header, "bytes before its start were overwritten");
  const std::size_t bytes = size_class(header->bytes + sizeof(BlockHeader), kAlignment).bytes;
  ASAN_POISON_MEMORY_REGION(header->data(), bytes - sizeof(BlockHeader));
  PlainPool& p = plain();
  {
    const std::lock_guard<std::mutex> lock(p.mutex);
    if (bytes < kLarge || p.cached + bytes <= kMaxCached) {
      if (bytes >= kLarge) p.cached += bytes;
      header->next = p.free[header->size_class];
      p.free[header->size_class] = header;
      return;
    }
  }
  ASAN_UNPOISON_MEMORY_REGION(header->data(), bytes - sizeof(BlockHeader));
  std::free(header);
}

}  // namespace npu
