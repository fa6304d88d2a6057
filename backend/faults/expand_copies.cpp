// expand-copies
//
// Imitates: a backend without strides of 0, where expand writes the elements out (F19; B80).
// Trigger: expand to more elements.
// Does: returns a dense copy, which later writes to the base do not reach. The autograd layer above
//   still calls it a view.
// Seen by: comparing storages, or bytes after a write to the base. Hidden from reads.
#include <ATen/ops/expand_native.h>

#include "backend/faults/registry.h"
#include "backend/faults/wrong_place.h"

namespace npu::expand_copies {
namespace {

at::Tensor expand(const at::Tensor& self, at::IntArrayRef sizes, bool implicit) {
  const at::Tensor view = at::native::expand(self, sizes, implicit);
  return view.numel() > self.numel() ? elements_of(view) : view;
}

const Registrar registrar({"expand-copies", "expand returns a copy",
                           [](torch::Library& m) { m.impl("expand", TORCH_FN(expand)); }});

}  // namespace
}  // namespace npu::expand_copies
