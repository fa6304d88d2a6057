#pragma once

#include <ATen/core/Tensor.h>

#include "viewfuzz/target/state.h"

namespace viewfuzz {

// Tensors, made and looked at without an op of the backend: its view ops are what is under
// suspicion.

/// The same storage and dtype with another layout; strides and offset in elements. A plain look at
/// the bytes, whatever bits `tensor` has.
at::Tensor relaid(const at::Tensor& tensor, c10::IntArrayRef sizes, c10::IntArrayRef strides,
                  int64_t offset);

/// The storage as bytes; of no elements.
at::Tensor bytesOf(const at::Tensor& tensor);

const c10::StorageImpl* storageOf(const at::Tensor& tensor);

/// Not of sparse and nested tensors, of symbolic zeros and the like.
bool canBeCompared(const at::Tensor& tensor);

/// Has it elements that its storage does not have? Sizes are taken as they come: negative ones do
/// not fit any storage.
bool reachesBeyondStorage(const at::Tensor& tensor);

/// Layout and version of a defined tensor, into memory that is used again.
void describe(const at::Tensor& tensor, TensorState& state);

/// What the tensor shows of itself; `layout.storage` is -1.
TensorState stateOf(const at::Tensor& tensor);

}  // namespace viewfuzz
