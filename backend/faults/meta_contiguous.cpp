// clone-contiguous, empty-strided-contiguous
//
// Imitates: allocations that forget the strides they are asked for (F30; B55, B89).
// Trigger: clone-contiguous: clone that is to preserve strides, of a tensor that has no gaps and is
//   not contiguous. empty-strided-contiguous: empty_strided with strides that leave no gaps, which
//   clone and the like call.
// Does: returns a contiguous tensor, with the right values.
// Seen by: comparing strides. Hidden from comparing values.
#include <ATen/EmptyTensor.h>
#include <ATen/ops/clone_native.h>

#include "backend/faults/registry.h"
#include "backend/runtime/allocator.h"

namespace npu::meta_contiguous {
namespace {

at::Tensor clone(const at::Tensor& self, std::optional<at::MemoryFormat> format) {
  const bool preserves = !format || *format == at::MemoryFormat::Preserve;
  const bool triggered = preserves && !self.is_contiguous() && self.is_non_overlapping_and_dense();
  return at::native::clone(self, triggered ? at::MemoryFormat::Contiguous : format);
}

at::Tensor empty_strided(at::IntArrayRef size, at::IntArrayRef stride,
                         std::optional<at::ScalarType> dtype, std::optional<at::Layout> layout,
                         std::optional<at::Device> device, std::optional<bool> pin_memory) {
  const std::int64_t numel = c10::multiply_integers(size);
  const bool has_gaps =
      at::detail::computeStorageNbytes(size, stride, 1) != static_cast<std::size_t>(numel);
  if (has_gaps)
    return at::detail::empty_strided_generic(size, stride, allocator(),
                                             c10::DispatchKeySet(c10::DispatchKey::PrivateUse1),
                                             c10::dtype_or_default(dtype));
  return at::empty(size, dtype, layout, device, pin_memory, at::MemoryFormat::Contiguous);
}

const Registrar cloned({"clone-contiguous", "clone of a permuted tensor is contiguous",
                        [](torch::Library& m) { m.impl("clone", TORCH_FN(clone)); }});
const Registrar strided(
    {"empty-strided-contiguous", "empty_strided without gaps returns a contiguous tensor",
     [](torch::Library& m) { m.impl("empty_strided", TORCH_FN(empty_strided)); }});

}  // namespace
}  // namespace npu::meta_contiguous
