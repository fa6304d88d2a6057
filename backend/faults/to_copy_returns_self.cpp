// to-copy-returns-self
//
// Imitates: a conversion that finds nothing to convert, and forgets that a copy was asked for (F24;
//   B52).
// Trigger: to(dtype, copy=True) where the dtype is the tensor's own.
// Does: returns self.
// Seen by: comparing storages, or bytes after a write to one of the two. Hidden from reads.
#include <ATen/ops/to_native.h>

#include "backend/faults/registry.h"

namespace npu::to_copy_returns_self {
namespace {

at::Tensor to_dtype(const at::Tensor& self, at::ScalarType dtype, bool non_blocking, bool copy,
                    std::optional<at::MemoryFormat> format) {
  if (copy && self.scalar_type() == dtype) return self;
  return at::native::to(self, dtype, non_blocking, copy, format);
}

const Registrar registrar({"to-copy-returns-self",
                           "to(dtype, copy=True) within one dtype returns self",
                           [](torch::Library& m) { m.impl("to.dtype", TORCH_FN(to_dtype)); }});

}  // namespace
}  // namespace npu::to_copy_returns_self
