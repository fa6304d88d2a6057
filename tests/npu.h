#pragma once

#include <ATen/Parallel.h>

#include "viewfuzz/target/target.h"

namespace viewfuzz {

/// The simulated NPU, guarded, without faults. A process can load one backend.
inline const Target& npu() {
  static const Target target = [] {
    at::set_num_threads(1);
    return Target::load(VIEWFUZZ_NPU);
  }();
  target.setGuarded(true);
  target.disableFaults();
  return target;
}

inline const Target& cpu() {
  static const Target target = Target::cpu();
  return target;
}

}  // namespace viewfuzz
