#pragma once
/// @file
/// The header in front of every block of device memory.
#include <cstddef>
#include <cstdint>
#include <cstdlib>

namespace npu {

constexpr std::size_t kAlignment = 64;  ///< of the data, so that any vector load is aligned

constexpr std::size_t round_up(std::size_t n, std::size_t multiple) {
  return (n + multiple - 1) / multiple * multiple;
}

/// Sits directly before the data. Its check word is a function of the rest, so a write before the
/// start of the block is noticed when the block is freed.
struct alignas(kAlignment) BlockHeader {
  std::uint64_t check;       ///< see seal()
  std::uint64_t bytes;       ///< as asked for
  std::uint32_t size_class;  ///< of the pool it returns to
  std::uint32_t guarded;     ///< which pool that is
  BlockHeader* next;         ///< in the free list, when it is free
  std::uint64_t filler[4];

  std::uint64_t expected_check() const {
    return (bytes * 0x9E3779B97F4A7C15u) ^ (std::uint64_t{size_class} << 33) ^ guarded ^
           reinterpret_cast<std::uintptr_t>(this) ^ 0x4E50555F424C4F43u;
  }
  void seal() { check = expected_check(); }
  bool intact() const { return check == expected_check(); }
  char* data() { return reinterpret_cast<char*>(this) + sizeof(BlockHeader); }
  static BlockHeader* of(void* data) {
    return reinterpret_cast<BlockHeader*>(static_cast<char*>(data) - sizeof(BlockHeader));
  }
};
static_assert(sizeof(BlockHeader) == kAlignment);

/// Size classes: four to a power of two, starting at the smallest. At most a fifth is wasted.
struct SizeClass {
  std::uint32_t index;
  std::size_t bytes;
};

constexpr std::size_t kSizeClasses = 176;  // up to the largest size there is

/// The class of a size, in multiples of `unit` (a power of two).
inline SizeClass size_class(std::size_t bytes, std::size_t unit) {
  const std::size_t units = (bytes + unit - 1) / unit;
  if (units <= 4) return {static_cast<std::uint32_t>(units), units * unit};
  const int top = 63 - __builtin_clzll(units - 1);  // 2^top <= units-1
  const std::size_t step = std::size_t{1} << (top - 2);
  const std::size_t rounded = round_up(units, step);
  const std::size_t quarter = (rounded - (std::size_t{1} << top)) / step;  // 1..4
  return {static_cast<std::uint32_t>(4 * static_cast<std::size_t>(top - 1) + quarter),
          rounded * unit};
}

/// Reports damage found in a block and aborts: the memory of the process can no longer be trusted.
[[noreturn]] void report_damage(const BlockHeader* header, const char* what);

}  // namespace npu
