#pragma once

#include <string>
#include <utility>

#include "viewfuzz/target/target.h"

namespace viewfuzz {

/// What the kinds of targets share: strided tensors on one device of libtorch. Each `StorageImpl`
/// counts as one storage. Memory is read and written by copies of whole storages between device and
/// host. A kind whose memory works in another way, or that has none, overrides this.
class StridedTarget : public Target {
 public:
  StridedTarget(std::string name, c10::Device device) : name_(std::move(name)), device_(device) {}

  const std::string& name() const override { return name_; }
  Capabilities capabilities() const override { return {}; }
  c10::Device device() const override { return device_; }

  at::Tensor source(const Source& source, const at::Tensor& host) const override;
  void call(const c10::OperatorHandle& op, torch::jit::Stack& stack) const override;
  void observe(const at::Tensor& tensor, TensorState& state) const override;
  void download(const at::Tensor& tensor, StorageState& state, at::Tensor& staging) const override;
  void upload(const StorageState& state, const at::Tensor& tensor) const override;

 protected:
  /// Copies the data of `host` to `base`, a fresh tensor of the device with the layout of `host`.
  virtual void fill(const at::Tensor& base, const at::Tensor& host) const;

 private:
  std::string name_;
  c10::Device device_;
};

}  // namespace viewfuzz
