#include "backend/runtime/guarded_pool.h"

#include <c10/util/Exception.h>
#include <sys/mman.h>

#include <array>
#include <cstring>
#include <mutex>

#include "backend/runtime/address_space.h"

namespace npu {
namespace {

constexpr std::size_t kPage = 4096;
constexpr unsigned char kCanary = 0xC5;
// A free region larger than this gives its pages back to the system and keeps only its addresses.
constexpr std::size_t kKeepPages = std::size_t{8} << 20;

struct Pool {
  std::mutex mutex;
  std::size_t used = 0;                         // bytes of the kernel range carved so far
  std::array<BlockHeader*, kSizeClasses> free;  // headers of free blocks, by class of page count
};

Pool& pool() {
  static Pool* const instance = new Pool{};  // never destroyed: tensors may outlive static objects
  return *instance;
}

// A new region of pages, followed by one that stays inaccessible. Returns the end of the region.
char* carve(Pool& p, std::size_t bytes) {
  if (address_space.span == 0) reserve_address_space();
  TORCH_CHECK_WITH(OutOfMemoryError,
                   p.used + bytes + kPage <= static_cast<std::size_t>(address_space.span),
                   "The NPU is out of device addresses: ", bytes, " more bytes do not fit.");
  char* start = address_space.kernel_base + p.used;
  TORCH_CHECK_WITH(OutOfMemoryError, mprotect(start, bytes, PROT_READ | PROT_WRITE) == 0,
                   "The NPU could not get ", bytes,
                   " bytes of guarded memory; with NPU_GUARD=0 it needs fewer mappings.");
  p.used += bytes + kPage;
  return start + bytes;
}

char* slack_of(BlockHeader* header) { return header->data() + header->bytes; }

std::size_t slack_size(const BlockHeader* header) {
  return round_up(header->bytes, kAlignment) - header->bytes;
}

char* end_of(BlockHeader* header) { return slack_of(header) + slack_size(header); }

}  // namespace

BlockHeader* guarded_allocate(std::size_t bytes) {
  const std::size_t payload = round_up(bytes, kAlignment);
  const SizeClass cls = size_class(payload + sizeof(BlockHeader), kPage);
  Pool& p = pool();
  char* end = nullptr;
  {
    const std::lock_guard<std::mutex> lock(p.mutex);
    if (BlockHeader* reused = p.free[cls.index]) {
      p.free[cls.index] = reused->next;
      end = end_of(reused);
    } else {
      end = carve(p, cls.bytes);
    }
  }
  BlockHeader* header = BlockHeader::of(end - payload);
  header->bytes = bytes;
  header->size_class = cls.index;
  header->guarded = 1;
  header->next = nullptr;
  header->seal();
  std::memset(slack_of(header), kCanary, slack_size(header));
  return header;
}

void guarded_free(BlockHeader* header) {
  if (!header->intact()) report_damage(header, "bytes before its start were overwritten");
  const char* slack = slack_of(header);
  for (std::size_t i = 0; i < slack_size(header); ++i) {
    if (static_cast<unsigned char>(slack[i]) != kCanary)
      report_damage(header, "bytes after its end were overwritten");
  }
  // The pages before the last one hold nothing that a free block needs.
  const std::size_t payload = round_up(header->bytes, kAlignment) + sizeof(BlockHeader);
  if (payload > kKeepPages) {
    const SizeClass cls = size_class(payload, kPage);
    char* end = end_of(header);
    const std::uint32_t index = header->size_class;
    madvise(end - cls.bytes, cls.bytes, MADV_DONTNEED);
    // The free list needs a header at the end, where every size of the class has pages.
    header = BlockHeader::of(end);
    header->bytes = 0;
    header->size_class = index;
  }
  Pool& p = pool();
  const std::lock_guard<std::mutex> lock(p.mutex);
  header->next = p.free[header->size_class];
  p.free[header->size_class] = header;
}

}  // namespace npu
