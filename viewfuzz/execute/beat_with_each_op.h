#pragma once

#include <ATen/record_function.h>

#include <memory>

#include "viewfuzz/isolate/pulse.h"

namespace viewfuzz {

/// As long as it lives, each op that this process calls is a sign of life, also the ops that
/// another op calls. For work in which one call of ours is many ops: a device may compile each of
/// them at its first use. Costs time at each op.
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
