#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "viewfuzz/layout/layout.h"

namespace viewfuzz {

/// What a target can show of a run. judge/needs.h says what each property needs.
struct Capabilities {
  bool bytes = true;     ///< the bytes of a storage can be read and written
  bool storages = true;  ///< two tensors that share memory can be seen to share it
  bool autograd = true;  ///< gradients can be computed
};

/// One tensor as the target shows it.
struct TensorState {
  bool defined = false;
  Layout layout;        ///< `storage` numbers the storages in the order in which tensors show them
  int64_t version = 0;  ///< of the version counter, which a tensor shares with its views
  bool host = false;    ///< on a device: the tensor lies in the memory of the host
};

/// All bytes of one storage, canaries included, as elements of `dtype`. They are zeros if the
/// target cannot read storages (`Capabilities::bytes`).
struct StorageState {
  Dtype dtype = Dtype::Float;
  std::vector<std::byte> bytes;
};

}  // namespace viewfuzz
