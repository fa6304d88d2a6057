#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace viewfuzz {

/// A file without a name that a process shares with those it forks. It is kept in memory, so it
/// needs neither space on a disk nor a folder for temporary files.
class MemoryFile {
 public:
  /// Throws `std::system_error` if the file cannot be made.
  MemoryFile();
  ~MemoryFile();
  MemoryFile(const MemoryFile&) = delete;
  MemoryFile& operator=(const MemoryFile&) = delete;

  int descriptor() const { return descriptor_; }
  /// Writes the bytes from byte `at` on. Throws `std::system_error` if not all of them were
  /// written.
  void write(uint64_t at, std::string_view bytes) const;
  /// Reads at most `most` bytes from byte `at` on, fewer if the file ends before. Throws
  /// `std::system_error`.
  std::string read(uint64_t at, size_t most) const;
  /// Fixes the size of the file, in bytes: from then on, a write beyond it fails. Throws
  /// `std::system_error`.
  void fixSize(uint64_t size) const;

 private:
  int descriptor_;
};

}  // namespace viewfuzz
