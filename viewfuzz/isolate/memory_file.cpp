#include "viewfuzz/isolate/memory_file.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

namespace viewfuzz {
namespace {

[[noreturn]] void fail(const char* what) {
  throw std::system_error(errno, std::generic_category(), what);
}

}  // namespace

MemoryFile::MemoryFile() : descriptor_(memfd_create("viewfuzz", MFD_CLOEXEC | MFD_ALLOW_SEALING)) {
  if (descriptor_ < 0) fail("a file in memory cannot be made");
}

MemoryFile::~MemoryFile() { close(descriptor_); }

// Reads and writes name their position each time. The position of the descriptor would not do: all
// processes that share the descriptor share it, and another process may move it at any time.

void MemoryFile::write(uint64_t at, std::string_view bytes) const {
  while (!bytes.empty()) {
    const ssize_t written = pwrite(descriptor_, bytes.data(), bytes.size(), static_cast<off_t>(at));
    if (written < 0) {
      if (errno == EINTR) continue;
      fail("a file in memory cannot be written");
    }
    at += static_cast<uint64_t>(written);
    bytes.remove_prefix(static_cast<size_t>(written));
  }
}

std::string MemoryFile::read(uint64_t at, size_t most) const {
  std::string bytes(most, '\0');
  size_t size = 0;
  while (size < most) {
    const ssize_t got =
        pread(descriptor_, bytes.data() + size, most - size, static_cast<off_t>(at + size));
    if (got < 0) {
      if (errno == EINTR) continue;
      fail("a file in memory cannot be read");
    }
    if (got == 0) break;
    size += static_cast<size_t>(got);
  }
  bytes.resize(size);
  return bytes;
}

void MemoryFile::fixSize(uint64_t size) const {
  if (ftruncate(descriptor_, static_cast<off_t>(size)) != 0 ||
      fcntl(descriptor_, F_ADD_SEALS, F_SEAL_GROW | F_SEAL_SHRINK) != 0)
    fail("a file in memory cannot be given its size");
}

}  // namespace viewfuzz
