// view-unchecked
//
// Imitates: a view that does not ask whether the strides allow it (F29; B90).
// Trigger: view to sizes that the strides of a device tensor cannot be split or merged into.
// Does: returns a block from where the tensor starts, which shows the order of the storage.
// Seen by: comparing refusals. Hidden from contiguous tensors.
#include <ATen/InferSize.h>
#include <ATen/TensorUtils.h>
#include <ATen/ops/view_native.h>

#include "backend/faults/registry.h"
#include "backend/faults/wrong_place.h"

namespace npu::view_unchecked {
namespace {

at::Tensor view(const at::Tensor& self, at::IntArrayRef size) {
  const at::DimVector sizes = at::infer_size_dv(size, self.numel());
  if (self.numel() == 0 || at::detail::computeStride(self.sizes(), self.strides(), sizes))
    return at::native::view(self, size);
  return held_back(self, sizes, c10::contiguous_strides(sizes), self.storage_offset());
}

const Registrar registrar({"view-unchecked",
                           "view to sizes the strides do not allow shows the order of the storage",
                           [](torch::Library& m) { m.impl("view", TORCH_FN(view)); }});

}  // namespace
}  // namespace npu::view_unchecked
