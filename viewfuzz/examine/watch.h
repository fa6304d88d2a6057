#pragma once

#include <optional>

#include "viewfuzz/isolate/pulse.h"
#include "viewfuzz/isolate/stop.h"

namespace viewfuzz {

/// The condition that ends work that takes long, if there is one. Who watches the process sees that
/// it gets ahead (isolate/pulse.h).
struct Watch {
  std::optional<StopCondition> stop;

  /// Beats; false: an end was asked for.
  bool goOn() const {
    beat();
    return !stop || !stop->due();
  }
};

}  // namespace viewfuzz
