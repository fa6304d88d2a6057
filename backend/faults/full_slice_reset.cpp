// full-slice-reset
//
// Imitates: a slice that leaves nothing out, and is answered with a fresh description of the tensor
//   (F32; B107).
// Trigger: slice over the whole of a dim of a tensor that has no gaps and is not contiguous.
// Does: returns a view of the same bytes with contiguous strides.
// Seen by: comparing strides, and values read through the view. Hidden from proper slices.
#include <ATen/ops/slice_native.h>

#include "backend/faults/registry.h"
#include "backend/faults/wrong_place.h"

namespace npu::full_slice_reset {
namespace {

at::Tensor slice(const at::Tensor& self, std::int64_t dim, std::optional<std::int64_t> start,
                 std::optional<std::int64_t> end, std::int64_t step) {
  const at::Tensor view = at::native::slice(self, dim, start, end, step);
  const bool triggered = view.sizes().equals(self.sizes()) && self.numel() > 0 &&
                         !self.is_contiguous() && self.is_non_overlapping_and_dense();
  return triggered ? dense_at(view) : view;
}

const Registrar registrar({"full-slice-reset",
                           "slice over a whole dim of a permuted tensor makes it contiguous",
                           [](torch::Library& m) { m.impl("slice.Tensor", TORCH_FN(slice)); }});

}  // namespace
}  // namespace npu::full_slice_reset
