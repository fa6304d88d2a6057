#pragma once

#include <ATen/record_function.h>

#include <memory>

#include "viewfuzz/isolate/pulse.h"

namespace viewfuzz {

/// While it lives, each op that this process calls counts as a sign of life, also an op that
/// another op calls. It is for work in which one of our calls is many ops, and a device may compile
/// each op at its first use. Slows each op down.
class BeatWithEachOp {
 public:
  BeatWithEachOp()
      : handle_(at::addGlobalCallback(at::RecordFunctionCallback(
            [](const at::RecordFunction&) -> std::unique_ptr<at::ObserverContext> {
              beat();
              return nullptr;
            }))) {}
  ~BeatWithEachOp() { at::removeCallback(handle_); }
  BeatWithEachOp(const BeatWithEachOp&) = delete;
  BeatWithEachOp& operator=(const BeatWithEachOp&) = delete;

 private:
  at::CallbackHandle handle_;
};

}  // namespace viewfuzz
