#pragma once

#include <ATen/record_function.h>

namespace viewfuzz {

/// As long as it lives, this process knows which ops are being called on each thread, one inside
/// the other: what a device that crashes was asked for, and what it asked of others. Costs time at
/// each op.
class OpsOnStack {
 public:
  OpsOnStack();
  ~OpsOnStack();
  OpsOnStack(const OpsOnStack&) = delete;
  OpsOnStack& operator=(const OpsOnStack&) = delete;

  /// Writes the ops of this thread to a descriptor, the outermost first; where there are many, the
  /// first and the last ones. Allocates nothing.
  static void write(int descriptor);

 private:
  at::CallbackHandle handle_;
};

}  // namespace viewfuzz
