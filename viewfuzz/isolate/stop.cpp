#include "viewfuzz/isolate/stop.h"

#include <algorithm>
#include <limits>
#include <new>

#include "viewfuzz/isolate/shared_memory.h"

namespace viewfuzz {
namespace {

StopCondition::Clock::time_point after(double seconds) {
  using Clock = StopCondition::Clock;
  // A sum beyond the range of the clock would wrap around into the past.
  constexpr double kFar = 1e9;
  if (!(seconds < kFar)) return Clock::time_point::max();
  return Clock::now() + std::chrono::duration_cast<Clock::duration>(
                            std::chrono::duration<double>(std::max(seconds, 0.0)));
}

}  // namespace

static_assert(std::atomic<int>::is_always_lock_free, "a signal handler sets it");

StopCondition::StopCondition() : StopCondition(std::numeric_limits<double>::infinity()) {}

StopCondition::StopCondition(double seconds)
    : request_(new(mapShared(sizeof(std::atomic<int>))) std::atomic<int>(0),
               [](std::atomic<int>* request) { unmapShared(request, sizeof(*request)); }),
      end_(after(seconds)) {}

void StopCondition::request(StopReason reason) const noexcept {
  int none = 0;
  request_->compare_exchange_strong(none, static_cast<int>(reason));
}

StopCondition StopCondition::within(double seconds) const {
  StopCondition sooner = *this;
  sooner.end_ = std::min(end_, after(seconds));
  return sooner;
}

StopReason StopCondition::reason() const noexcept {
  const int request = request_->load(std::memory_order_relaxed);
  if (request != 0) return static_cast<StopReason>(request);
  return end_ != Clock::time_point::max() && Clock::now() >= end_ ? StopReason::time
                                                                  : StopReason::none;
}

double StopCondition::secondsLeft() const noexcept {
  if (due()) return 0;
  if (end_ == Clock::time_point::max()) return std::numeric_limits<double>::infinity();
  return std::max(std::chrono::duration<double>(end_ - Clock::now()).count(), 0.0);
}

}  // namespace viewfuzz
