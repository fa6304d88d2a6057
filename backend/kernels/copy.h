#pragma once
/// @file
/// The pieces of a copy, for the kernel and for whoever wants to build another one of them.
#include <ATen/core/Tensor.h>

namespace npu {

/// Refuses what the CPU's copy_ refuses. Returns false when nothing is to be copied.
bool check_copy(const at::Tensor& dst, const at::Tensor& src);

/// Converts and writes the elements of src, expanded, to dst, honouring the conjugation and
/// negation bits of both. The checks are done.
void copy_elements(const at::Tensor& dst, const at::Tensor& src);

/// aten::copy_ for tensors of which at least one is on the device.
at::Tensor& copy_(at::Tensor& self, const at::Tensor& src, bool non_blocking);

}  // namespace npu
