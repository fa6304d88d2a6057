#pragma once

#include <algorithm>
#include <cstdint>

namespace viewfuzz {

/// What a child is given before its watcher ends it.
struct Limits {
  double seconds = 10;                  ///< without a beat of its pulse
  uint64_t growth = uint64_t{4} << 30;  ///< bytes of memory beyond what it had at the start
  double to_first_beat = 0;             ///< seconds, where that is more
};

/// How long others wait for a backend: one number that the user gives, and what was measured of
/// this backend. Every other limit is made of these.
struct Patience {
  double seconds = 10;  ///< without a sign of life: the process hangs (`--patience`)
  double load = 0;      ///< seconds that the backend took to load; 0: not measured yet
  double slowest = 0;   ///< seconds that the slowest program so far took; 0: not measured yet

  /// Seconds to load the backend: ample before it was seen to load.
  double toLoad() const { return load > 0 ? seconds + 4 * load : 12 * seconds; }

  /// Seconds for one step of a program that is tried again and again, as a reducer does. The
  /// slowest program includes what the backend does at the first use of an op, so that many times
  /// this is enough in a fresh process too.
  double forStep() const {
    return slowest > 0 ? std::clamp(20 * slowest, seconds / 10, seconds) : seconds;
  }

  /// Of a child that loads the backend and takes steps of at most so many seconds.
  Limits limits(double step_seconds) const { return {step_seconds, Limits{}.growth, toLoad()}; }
};

}  // namespace viewfuzz
