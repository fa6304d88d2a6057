#pragma once

#include <ATen/core/Tensor.h>

#include "viewfuzz/target/state.h"

namespace viewfuzz {

// Makes tensors and looks at them without an op of the backend, since its view ops are under
// suspicion.

/// A tensor with the storage and dtype of `tensor` and another layout. Strides and offset are in
/// elements. It shows the plain bytes, without the conjugate and negative bits of `tensor`.
at::Tensor relaid(const at::Tensor& tensor, c10::IntArrayRef sizes, c10::IntArrayRef strides,
                  int64_t offset);

/// The storage as a flat uint8 tensor, with as many elements as the storage has bytes.
at::Tensor bytesOf(const at::Tensor& tensor);

const c10::StorageImpl* storageOf(const at::Tensor& tensor);

/// False for sparse and nested tensors, for symbolic zeros and the like.
bool canBeCompared(const at::Tensor& tensor);

/// Does the layout of the tensor have elements outside its storage? True also for negative sizes.
bool reachesBeyondStorage(const at::Tensor& tensor);

/// Writes layout and version of a defined tensor to `state`, and reuses the memory of `state`.
void describe(const at::Tensor& tensor, TensorState& state);

/// Layout and version of the tensor. `layout.storage` is -1.
TensorState stateOf(const at::Tensor& tensor);

}  // namespace viewfuzz
