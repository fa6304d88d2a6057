#pragma once

#include <atomic>
#include <chrono>
#include <memory>

namespace viewfuzz {

/// Why work ends before it is done.
enum class StopReason : int {
  none,   ///< it goes on
  time,   ///< its time is over
  asked,  ///< somebody asked for an end: Ctrl-C, a signal, or whoever started it
};

/// The one answer to "shall I go on?", handed down to everything that takes time: workers, the
/// reducer, confirmations, and every wait. Copies share the request to stop. So do forked
/// processes: a child sees the request of its parent, and the parent that of the child.
class StopCondition {
 public:
  using Clock = std::chrono::steady_clock;

  /// Becomes due after so many seconds; infinity: only by a request. Throws `std::system_error` if
  /// the system has no memory to share.
  explicit StopCondition(double seconds);
  StopCondition();

  /// Requests a stop. Safe in a signal handler. If there are several requests, the first reason
  /// stays.
  void request(StopReason reason = StopReason::asked) const noexcept;

  /// A condition that shares the request of this one and is due after `seconds`, or earlier if this
  /// one is due earlier.
  StopCondition within(double seconds) const;

  StopReason reason() const noexcept;
  bool due() const noexcept { return reason() != StopReason::none; }
  /// 0 if the condition is due; infinity if only a request makes it due.
  double secondsLeft() const noexcept;

 private:
  std::shared_ptr<std::atomic<int>> request_;  // in memory that forked processes share
  Clock::time_point end_;
};

}  // namespace viewfuzz
