#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "viewfuzz/report/finding.h"

namespace viewfuzz {

/// What a campaign has done so far.
struct Progress {
  uint64_t cases = 0;
  uint64_t statements = 0;
  /// Cases in which the two sides differ, but only where the outcome is left open
  /// (judge/open/undefined.h).
  uint64_t undefined = 0;
  /// Cases in which a statement breaks properties that are not asked for, and no other. What comes
  /// behind it was not judged.
  uint64_t not_asked = 0;
  uint64_t kills = 0;  ///< workers that somebody outside killed; their cases were run again
  /// Cases that have ended their process, of which nothing is told: `survival` is not asked for.
  uint64_t deaths = 0;
  double seconds = 0;
  double sampled_seconds = 0;     ///< what the timed cases took; they are a sample
  double aten_seconds = 0;        ///< how much of that was spent inside ATen
  std::vector<Finding> findings;  ///< each distinct signature once, in the order of detection

  /// The case whose violation is made smaller now. None: cases are run.
  std::optional<uint64_t> shrinking;

  double shareInAten() const { return sampled_seconds > 0 ? aten_seconds / sampled_seconds : 0; }
};

}  // namespace viewfuzz
