#pragma once

#include <ATen/core/Tensor.h>
#include <ATen/core/stack.h>
#include <c10/core/Device.h>

#include <memory>
#include <string>

#include "viewfuzz/program/program.h"
#include "viewfuzz/target/state.h"

namespace c10 {
class OperatorHandle;
}

namespace viewfuzz {

/// Something that runs programs: a device, and the way to call it. Several threads may use one
/// target.
class Target {
 public:
  Target() = default;
  Target(const Target&) = delete;
  Target& operator=(const Target&) = delete;
  virtual ~Target() = default;

  /// The name in reports: `cpu`, `meta`, or the file name of a library.
  virtual const std::string& name() const = 0;
  virtual Capabilities capabilities() const = 0;
  /// The device on which the tensors of a program lie, and which a `Device` argument of an op
  /// means.
  virtual c10::Device device() const = 0;

  /// Makes the tensor of a source that is not a window into another tensor. `host` holds its data:
  /// a flat CPU tensor of the source's dtype with `storage_numel` elements.
  virtual at::Tensor source(const Source& source, const at::Tensor& host) const = 0;

  /// Calls an op: takes the arguments from the stack and leaves the results there. Throws what the
  /// op throws.
  virtual void call(const c10::OperatorHandle& op, torch::jit::Stack& stack) const = 0;

  /// Writes to `state` all that a defined tensor shows, except the number of its storage.
  virtual void observe(const at::Tensor& tensor, TensorState& state) const = 0;

  /// Copies the bytes of the tensor's storage from the target to `state`. `staging` is host memory
  /// that is reused from one download to the next.
  virtual void download(const at::Tensor& tensor, StorageState& state,
                        at::Tensor& staging) const = 0;
  /// Copies the bytes of `state` to the tensor's storage, which has as many. Does nothing if
  /// `capabilities` has no bytes.
  virtual void upload(const StorageState& state, const at::Tensor& tensor) const = 0;
};

using TargetPtr = std::shared_ptr<const Target>;

}  // namespace viewfuzz
