#pragma once

#include <chrono>
#include <cstdint>

namespace viewfuzz {

/// Adds the nanoseconds until the end of the block to `sum`, if timing is on. To read the clock
/// takes time itself.
class Timed {
 public:
  Timed(bool on, uint64_t& sum)
      : sum_(on ? &sum : nullptr), start_(on ? Clock::now() : Clock::time_point{}) {}
  Timed(const Timed&) = delete;
  Timed& operator=(const Timed&) = delete;
  ~Timed() {
    if (sum_ == nullptr) return;
    *sum_ += static_cast<uint64_t>(std::chrono::nanoseconds(Clock::now() - start_).count());
  }

 private:
  using Clock = std::chrono::steady_clock;
  uint64_t* sum_;
  Clock::time_point start_;
};

}  // namespace viewfuzz
