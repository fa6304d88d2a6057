#pragma once

#include <atomic>
#include <cstdint>

namespace viewfuzz {

/// Signs of life of a process, in memory that it shares with its watcher. Only one thread of the
/// process may beat.
struct Pulse {
  std::atomic<uint64_t> beats{0};  ///< grows as long as the process makes progress
  std::atomic<uint64_t> at{0};     ///< what it is at: a case, a statement
  void beat() {
    // Only one thread writes, so this needs no atomic addition, which would be slower.
    beats.store(beats.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
  }
  void beatAt(uint64_t where) {
    at.store(where, std::memory_order_relaxed);
    beat();
  }
};

/// The pulse that the watcher of this process looks at; null: nobody watches.
inline std::atomic<Pulse*> pulse_of_this_process{nullptr};

/// To be called after each step that shows progress, anywhere in the program: after a statement was
/// run, after a look at a child.
inline void beat() {
  if (Pulse* const pulse = pulse_of_this_process.load(std::memory_order_relaxed)) pulse->beat();
}

}  // namespace viewfuzz
