#pragma once
/// @file
/// The tests compare the device with the CPU: the same steps on both, then everything that can be
/// observed.
#include <ATen/ATen.h>
#include <gtest/gtest.h>

#include <functional>
#include <optional>
#include <string>
#include <vector>

inline at::Device npu() { return {at::DeviceType::PrivateUse1, 0}; }

/// The bytes of the whole storage, gaps and all.
at::Tensor storage_bytes(const at::Tensor& tensor);

/// Bit patterns on the CPU: for every dtype, numel elements that differ from each other.
at::Tensor pattern(at::IntArrayRef sizes, at::ScalarType dtype = at::kFloat);

/// The same storage contents and layout on another device.
at::Tensor moved(const at::Tensor& tensor, at::Device device);

/// Sizes, strides, offset, dtype, lazy bits, storage size and every byte of the storage.
testing::AssertionResult same_everything(const at::Tensor& expected, const at::Tensor& actual);

/// What a step left behind: the tensors it names, or the refusal.
struct Outcome {
  std::vector<at::Tensor> tensors;
  std::optional<std::string> refusal;  ///< the first line of the message
};

using Step = std::function<std::vector<at::Tensor>(at::Device)>;

Outcome outcome_on(at::Device device, const Step& step);

/// Runs the step on the CPU and on the device and compares both outcomes, refusals word for word.
/// Says which of the two (refused, worked) it was, so that a test can insist on one.
enum class Ended { kWorked, kRefused, kDiffers };
Ended run_on_both(const Step& step);

/// Switches guarded memory for the length of a scope, and back on.
struct Unguarded {
  Unguarded();
  ~Unguarded();
};
