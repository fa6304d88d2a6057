#pragma once

#include <string>
#include <utility>

#include "viewfuzz/target/target.h"

namespace viewfuzz {

/// What the kinds of targets have in common: strided tensors of one libtorch device, whose storages
/// are told apart by their `StorageImpl`. The memory is reached by copies of whole storages, as of
/// a device; a kind that has its memory another way, or none, says so.
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
  /// Puts the data of `host` into `base`, a fresh tensor of the device with the layout of `host`.
  virtual void fill(const at::Tensor& base, const at::Tensor& host) const;

 private:
  std::string name_;
  c10::Device device_;
};

}  // namespace viewfuzz
