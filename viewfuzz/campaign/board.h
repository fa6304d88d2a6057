#pragma once

#include <atomic>

#include "viewfuzz/isolate/patience.h"
#include "viewfuzz/isolate/pulse.h"
#include "viewfuzz/report/progress.h"

namespace viewfuzz {

/// Counters of a worker, in memory that it shares with the process that watches it. They change
/// with each case. Everything else that a worker has to say goes through its channel.
struct Board {
  Pulse pulse;  ///< at: the case
  std::atomic<uint64_t> cases{0};
  std::atomic<uint64_t> statements{0};
  std::atomic<uint64_t> undefined{0};
  std::atomic<uint64_t> not_asked{0};
  std::atomic<uint64_t> sampled_nanoseconds{0};
  std::atomic<uint64_t> aten_nanoseconds{0};
  std::atomic<double> slowest{0};          ///< seconds that the slowest case so far took
  std::atomic<double> load{0};             ///< seconds that the backend took to load
  std::atomic<bool> investigating{false};  ///< the worker looks into a violation of the case

  /// A case is done. One process counts at a time.
  void done(uint64_t statements_of_case, bool is_undefined) {
    cases.fetch_add(1, std::memory_order_relaxed);
    statements.fetch_add(statements_of_case, std::memory_order_relaxed);
    if (is_undefined) undefined.fetch_add(1, std::memory_order_relaxed);
  }
  void timed(double seconds) {
    if (seconds > slowest.load(std::memory_order_relaxed))
      slowest.store(seconds, std::memory_order_relaxed);
  }
  void countInto(Progress& progress) const {
    progress.cases = cases;
    progress.statements = statements;
    progress.undefined = undefined;
    progress.not_asked = not_asked;
    progress.sampled_seconds = static_cast<double>(sampled_nanoseconds) * 1e-9;
    progress.aten_seconds = static_cast<double>(aten_nanoseconds) * 1e-9;
  }
  /// The user's patience, together with what was measured so far.
  Patience patience(double seconds) const { return {seconds, load, slowest}; }
};

}  // namespace viewfuzz
