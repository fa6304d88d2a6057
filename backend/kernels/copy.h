#pragma once
/// @file
/// The copy, for the dispatcher and for whoever wants to build a wrong one out of its pieces.
#include <ATen/core/Tensor.h>

#include "backend/kernels/source_plan.h"

namespace npu {

/// Refuses what the CPU's copy_ refuses. Returns false when nothing is to be copied.
bool check_copy(const at::Tensor& dst, const at::Tensor& src);

/// The loops of a copy that check_copy has let pass. Throws, with nothing written, for a dtype that
/// has no conversion or no negation.
///
/// Two things are left open, as C++ and ATen leave them: what a float becomes in an integer dtype
/// that cannot hold it, and which of several writes to one place is the last.
void copy_elements(const at::Tensor& dst, const at::Tensor& src);

/// The same with a reading of src, which must stay inside its storage.
void copy_elements(const at::Tensor& dst, const at::Tensor& src, const Reading& reading);

/// aten::copy_ for tensors of which at least one is on the device: broadcasts src, converts its
/// values and honours the conjugation and negation bits of both.
at::Tensor& copy_(at::Tensor& self, const at::Tensor& src, bool non_blocking);

}  // namespace npu
