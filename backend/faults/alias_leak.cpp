// to-copy-returns-self, detach-copies, set-keeps-storage
//
// Imitates: calls that share memory where they should not, and the other way round (F24; B52, B86,
//   B91).
// Trigger: to-copy-returns-self: to(dtype, copy=True) where the dtype is the tensor's own.
//   detach-copies: detach of a device tensor. set-keeps-storage: set_ to another tensor.
// Does: to-copy-returns-self: returns self. detach-copies: returns a copy. set-keeps-storage:
// nothing,
//   as if a name had been bound anew.
// Seen by: comparing storages, or bytes after a write to one of the two. Hidden from reads.
#include <ATen/ops/detach_native.h>
#include <ATen/ops/to_native.h>

#include "backend/faults/registry.h"
#include "backend/faults/wrong_place.h"

namespace npu {
namespace {

at::Tensor to_dtype(const at::Tensor& self, at::ScalarType dtype, bool non_blocking, bool copy,
                    std::optional<at::MemoryFormat> format) {
  if (copy && self.scalar_type() == dtype) return self;
  return at::native::to(self, dtype, non_blocking, copy, format);
}

at::Tensor detach(const at::Tensor& self) {
  return self.numel() > 0 ? elements_of(self) : at::native::detach(self);
}

at::Tensor& set_tensor_(at::Tensor& self, const at::Tensor& /*source*/) { return self; }

const Registrar to({"to-copy-returns-self", "to(dtype, copy=True) within one dtype returns self",
                    [](torch::Library& m) { m.impl("to.dtype", TORCH_FN(to_dtype)); }});
const Registrar severed({"detach-copies", "detach returns a copy",
                         [](torch::Library& m) { m.impl("detach", TORCH_FN(detach)); }});
const Registrar rebound({"set-keeps-storage", "set_ to another tensor does nothing",
                         [](torch::Library& m) {
                           m.impl("set_.source_Tensor", TORCH_FN(set_tensor_));
                         }});

}  // namespace
}  // namespace npu
