#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace viewfuzz {

/// A file without a name that a process shares with those it forks. It is in memory: no disk is
/// full, and no folder for temporary files is missing.
class MemoryFile {
 public:
  /// Throws `std::system_error` when there is none to be had.
  MemoryFile();
  ~MemoryFile();
  MemoryFile(const MemoryFile&) = delete;
  MemoryFile& operator=(const MemoryFile&) = delete;

  int descriptor() const { return descriptor_; }
  /// Throws `std::system_error` when not all of it was written.
  void write(uint64_t at, std::string_view bytes) const;
  /// At most so many bytes, fewer where the file ends. Throws `std::system_error`.
  std::string read(uint64_t at, size_t most) const;
  /// Gives the file this size for good: whoever writes more is refused. Throws `std::system_error`.
  void fixSize(uint64_t size) const;

 private:
  int descriptor_;
};

}  // namespace viewfuzz
