#pragma once

#include <cstddef>
#include <cstdint>
#include <new>
#include <span>

namespace viewfuzz {

/// Zeroed memory that a process shares with those it forks. Throws `std::system_error` if the
/// system has none left.
void* mapShared(size_t bytes);
void unmapShared(void* memory, size_t bytes);

/// A value in memory that a process shares with those it forks. `T` must not contain pointers.
template <typename T>
class Shared {
 public:
  Shared() : value_(new(mapShared(sizeof(T))) T{}) {}
  ~Shared() { unmapShared(value_, sizeof(T)); }
  Shared(const Shared&) = delete;
  Shared& operator=(const Shared&) = delete;
  T& operator*() const { return *value_; }
  T* operator->() const { return value_; }

 private:
  T* value_;
};

/// Counters in shared memory, which start at 0.
class SharedCounters {
 public:
  explicit SharedCounters(size_t size);
  ~SharedCounters();
  SharedCounters(const SharedCounters&) = delete;
  SharedCounters& operator=(const SharedCounters&) = delete;
  uint32_t& operator[](size_t i) { return counters_[i]; }
  std::span<const uint32_t> all() const { return counters_; }

 private:
  std::span<uint32_t> counters_;
};

}  // namespace viewfuzz
