#pragma once

#include <ATen/record_function.h>

namespace viewfuzz {

/// While it lives, this process knows which ops each thread is calling, one inside the other. If a
/// device crashes, this shows what was asked of it, and what it asked of others. Slows each op
/// down.
class OpsOnStack {
 public:
  OpsOnStack();
  ~OpsOnStack();
  OpsOnStack(const OpsOnStack&) = delete;
  OpsOnStack& operator=(const OpsOnStack&) = delete;

  /// Writes the ops of this thread to a descriptor, the outermost first. If there are many, writes
  /// only the first and the last ones. Allocates nothing.
  static void write(int descriptor);

 private:
  at::CallbackHandle handle_;
};

}  // namespace viewfuzz
