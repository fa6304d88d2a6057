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
/// reducer, confirmations, and every wait. Copies share the request; a process that is forked sees
/// what its parent requests, and the parent what the child does.
class StopCondition {
 public:
  using Clock = std::chrono::steady_clock;

  /// Ends after so many seconds; infinity: by request alone. Throws `std::system_error` where there
  /// is no memory to share.
  explicit StopCondition(double seconds);
  StopCondition();

  /// Asks for an end. Safe in a signal handler; the first reason stays.
  void request(StopReason reason = StopReason::asked) const noexcept;

  /// The same request with an earlier end: `seconds` from now, or that of this condition.
  StopCondition within(double seconds) const;

  StopReason reason() const noexcept;
  bool due() const noexcept { return reason() != StopReason::none; }
  /// 0 where it is due; infinity where only a request ends it.
  double secondsLeft() const noexcept;

 private:
  std::shared_ptr<std::atomic<int>> request_;  // in memory that forked processes share
  Clock::time_point end_;
};

}  // namespace viewfuzz
