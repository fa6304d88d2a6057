#pragma once
/// @file
/// Helpers to check the properties on a device: on the fused kernels or on the reference.
#include <ATen/ATen.h>

#include <array>

namespace delta_rule {

inline at::Device npu() { return {at::DeviceType::PrivateUse1, 0}; }

inline std::array<at::Device, 2> devices() { return {at::Device(at::kCPU), npu()}; }

/// The tensor on a device. An undefined tensor stays undefined.
inline at::Tensor on(at::Device device, const at::Tensor& tensor) {
  return tensor.defined() ? tensor.to(device) : tensor;
}

/// A copy on a device, for an operator that writes to it.
inline at::Tensor copyOn(at::Device device, const at::Tensor& tensor) {
  return tensor.to(tensor.options().device(device), /*non_blocking=*/false, /*copy=*/true);
}

/// Do two float tensors have the same sizes, dtype and bits? Any NaN equals any NaN.
inline bool sameBits(const at::Tensor& a, const at::Tensor& b) {
  if (a.scalar_type() != b.scalar_type() || !a.sizes().equals(b.sizes())) return false;
  const at::Tensor x = a.cpu().nan_to_num(12345.0, INFINITY, -INFINITY);
  const at::Tensor y = b.cpu().nan_to_num(12345.0, INFINITY, -INFINITY);
  const at::ScalarType bits = x.itemsize() == 2 ? at::kShort : at::kInt;
  return x.contiguous().view(bits).equal(y.contiguous().view(bits));
}

}  // namespace delta_rule
