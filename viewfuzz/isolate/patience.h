#pragma once

#include <algorithm>
#include <cstdint>

namespace viewfuzz {

/// What a child may use before its watcher kills it.
struct Limits {
  double seconds = 10;                  ///< without a beat of its pulse
  uint64_t growth = uint64_t{4} << 30;  ///< bytes of memory beyond what it had at the start
  double to_first_beat = 0;             ///< seconds until the first beat, if more than `seconds`
};

/// How long other processes wait for a backend. All limits follow from one number that the user
/// gives and from what was measured of this backend.
struct Patience {
  double seconds = 10;  ///< without a sign of life: the process hangs (`--patience`)
  double load = 0;      ///< seconds that the backend took to load; 0: not measured yet
  double slowest = 0;   ///< seconds that the slowest program so far took; 0: not measured yet

  /// Seconds that the backend has to load. They are ample as long as no load was measured.
  double toLoad() const { return load > 0 ? seconds + 4 * load : 12 * seconds; }

  /// Seconds for one step of a program that is run again and again, as a reducer does. The slowest
  /// program includes what the backend does at the first use of an op, so a multiple of its time is
  /// enough in a fresh process too.
  double forStep() const {
    return slowest > 0 ? std::clamp(20 * slowest, seconds / 10, seconds) : seconds;
  }

  /// The limits of a child that loads the backend and then takes steps of at most `step_seconds`.
  Limits limits(double step_seconds) const { return {step_seconds, Limits{}.growth, toLoad()}; }
};

}  // namespace viewfuzz
