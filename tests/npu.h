#pragma once

#include <ATen/Parallel.h>

#include "viewfuzz/target/open.h"
#include "viewfuzz/target/planted_faults.h"

namespace viewfuzz {

/// The simulated NPU, guarded, without faults. A process can load one backend.
inline TargetPtr openNpu() {
  static const TargetPtr target = [] {
    at::set_num_threads(1);
    return openTarget(VIEWFUZZ_NPU);
  }();
  setGuarded(true);
  disableFaults();
  return target;
}

inline const Target& npu() { return *openNpu(); }

inline const Target& cpu() { return cpuTarget(); }

}  // namespace viewfuzz
