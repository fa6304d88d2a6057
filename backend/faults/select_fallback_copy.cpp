// select-fallback-copy
//
// Imitates: a backend whose select makes its input contiguous and falls back to the CPU's select on
//   a copy when the result would not be contiguous (F14; B77, B95, B12).
// Trigger: a dimension of size > 1 stands before the selected one, and the view has elements and is
//   not contiguous. The rank does not matter.
// Does: returns an independent dense tensor. The autograd layer above still calls it a view, with
//   the right _base, but what is written to it never reaches the base.
// Seen by: comparing the bytes of the base after a write through the view, or by comparing
//   storages. Reads alone are right.
#include <ATen/ops/select_native.h>

#include "backend/faults/registry.h"

namespace npu::select_fallback_copy {
namespace {

at::Tensor select(const at::Tensor& self, std::int64_t dim, std::int64_t index) {
  at::Tensor view =
      at::native::select_symint(self, dim, index);  // refuses what the right one refuses
  const std::int64_t wrapped = dim < 0 ? dim + self.dim() : dim;
  if (view.numel() == 0 || view.is_contiguous()) return view;
  for (std::int64_t d = 0; d < wrapped; ++d)
    if (self.size(d) > 1) return view.clone(at::MemoryFormat::Contiguous);
  return view;
}

const Registrar registrar({"select-fallback-copy",
                           "select returns a copy when a dim of size > 1 precedes the selected one",
                           [](torch::Library& m) { m.impl("select.int", TORCH_FN(select)); }});

}  // namespace
}  // namespace npu::select_fallback_copy
