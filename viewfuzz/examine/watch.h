#pragma once

#include <optional>

#include "viewfuzz/isolate/child_process.h"
#include "viewfuzz/isolate/stop.h"

namespace viewfuzz {

/// What work that takes long is watched by: a pulse that shows that it gets ahead, and a condition
/// that ends it early. Both may be missing.
struct Watch {
  Pulse* pulse = nullptr;
  std::optional<StopCondition> stop;

  /// Beats; false: an end was asked for.
  bool goOn() const {
    if (pulse != nullptr) pulse->beat();
    return !stop || !stop->due();
  }
};

}  // namespace viewfuzz
