#pragma once

#include <string>

#include "viewfuzz/report/repro/cpp/helpers/memory.h"
#include "viewfuzz/report/repro/cpp/helpers/run.h"
#include "viewfuzz/report/repro/cpp/helpers/storage.h"

/// Runs the program until it shows whether the device gives all memory back. Each run waits for the
/// device, which may report an error only then. With the bug the process may end here: by its own,
/// or by the alarm that a hang runs into.
std::string survives(Run (*program)(c10::Device), c10::Device device) {
  const at::NoGradGuard no_grad;
  alarm(120);
  int64_t before = 0;
  for (int run = 0; run < 2048; ++run) {
    if (run == 64) before = memory();
    try {
      for (const auto& [name, tensor] : program(device).tensors) {
        if (tensor.defined()) storage(tensor);
      }
    } catch (const std::exception& error) {
      return "run " + std::to_string(run + 1) + " failed: " + error.what() + "\n";
    }
  }
  const int64_t grown = memory() - before;
  if (grown <= 4 << 20) return "";
  return "the process has grown by " + std::to_string(grown) + " bytes in 2048 runs\n";
}
