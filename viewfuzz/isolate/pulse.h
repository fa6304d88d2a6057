#pragma once

#include <atomic>
#include <cstdint>

namespace viewfuzz {

/// Signs of life of a process, in memory that it shares with the one that watches it. One thread
/// beats.
struct Pulse {
  std::atomic<uint64_t> beats{0};  ///< goes on as long as the process gets ahead
  std::atomic<uint64_t> at{0};     ///< what it is at: a case, a statement
  void beat() {
    // One writer: no need for an addition that locks the bus.
    beats.store(beats.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
  }
  void beatAt(uint64_t where) {
    at.store(where, std::memory_order_relaxed);
    beat();
  }
};

/// The pulse that the watcher of this process looks at; null: nobody watches.
inline std::atomic<Pulse*> pulse_of_this_process{nullptr};

/// Whatever takes a step calls this, wherever it is in the program: a statement that was run, a
/// look at a child.
inline void beat() {
  if (Pulse* const pulse = pulse_of_this_process.load(std::memory_order_relaxed)) pulse->beat();
}

}  // namespace viewfuzz
