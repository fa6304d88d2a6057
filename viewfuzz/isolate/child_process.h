#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <new>
#include <span>
#include <string>

#include "viewfuzz/isolate/memory_file.h"

namespace viewfuzz {

/// Memory, zeroed, that a process shares with those it forks. Throws `std::system_error` when there
/// is none.
void* mapShared(size_t bytes);
void unmapShared(void* memory, size_t bytes);

/// A value in memory that a process shares with those it forks. `T` must not point anywhere.
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

/// Counters in such memory, zeros at the start.
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

/// Where a process is, for one that watches it.
struct Pulse {
  std::atomic<uint64_t> beats{0};  ///< goes on as long as the process gets ahead
  std::atomic<uint64_t> at{0};     ///< what it is at: a case, a statement
  void beat() { beats.fetch_add(1, std::memory_order_relaxed); }
  void beatAt(uint64_t where) {
    at.store(where, std::memory_order_relaxed);
    beat();
  }
};

/// What a process is given before it is ended from outside.
struct Patience {
  double seconds = 10;                  ///< without a beat
  uint64_t growth = uint64_t{4} << 30;  ///< bytes of memory beyond what it had at the start
  double to_first_beat = 0;  ///< seconds, where that is more: a backend takes a while to load
};

/// How a process ended.
struct Ending {
  enum class Kind { exited, crashed, hung, grew };
  Kind kind = Kind::exited;
  int code = 0;  ///< the exit code, or the signal of a crash
};

/// Does `work` in a process of its own, a copy of this one, which exits with what it returns; an
/// exception that leaves it is printed, and makes 2 of that. Nothing that it does is seen here but
/// in `Shared` memory and in files. Throws `std::system_error` when no process can be made.
///
/// `look` is called now and then meanwhile.
Ending runApart(
    const std::function<int()>& work, const Pulse& pulse, const Patience& patience,
    const std::function<void()>& look = [] {});

/// What this process writes to the standard error from here on is lost, and a crash ends it at
/// once: no sanitizer reports it.
void silenceErrors();

/// The first MiB of what a process writes to the standard error, kept for the one that forked it.
/// What is beyond that is lost: a process that only writes would take all memory.
class ErrorLog {
 public:
  /// Throws `std::system_error` when it cannot be made.
  ErrorLog();
  /// From here on, what this process writes goes to the log.
  void take() const;
  std::string text() const;

 private:
  MemoryFile file_;
};

/// Bytes of memory of its own that a process has in use (resident, no files); 0 where that cannot
/// be read. 0 is this process.
uint64_t ownBytes(int process = 0);

}  // namespace viewfuzz
