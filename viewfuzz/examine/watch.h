#pragma once

#include <optional>

#include "viewfuzz/isolate/pulse.h"
#include "viewfuzz/isolate/stop.h"

namespace viewfuzz {

/// For work that takes long: it may have a condition that ends it, and it shows the watcher of this
/// process that it gets ahead (isolate/pulse.h).
struct Watch {
  std::optional<StopCondition> stop;

  /// Beats, and says whether the work goes on.
  bool goOn() const {
    beat();
    return !stop || !stop->due();
  }
};

}  // namespace viewfuzz
