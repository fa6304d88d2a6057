// third-view-copies
//
// Imitates: a backend that records a few views on top of each other, and materialises when the
//   chain is too long (F14; B12, B77).
// Trigger: the kLongest-th view in a chain of select, slice, transpose, expand and other views that
//   core builds from as_strided, when it is not contiguous.
// Does: returns a dense copy. The autograd layer above still calls it a view.
// Seen by: comparing the bytes of the base after a write through the view, or by comparing
//   storages. Hidden from chains of one and two.
#include <ATen/ops/as_strided_native.h>

#include "backend/faults/marks.h"
#include "backend/faults/registry.h"
#include "backend/faults/wrong_place.h"

namespace npu::third_view_copies {
namespace {

struct ChainLength;
constexpr std::int64_t kLongest = 3;

at::Tensor as_strided(const at::Tensor& self, at::IntArrayRef sizes, at::IntArrayRef strides,
                      std::optional<std::int64_t> offset) {
  at::Tensor view = at::native::as_strided_tensorimpl(self, sizes, strides, offset);
  const std::int64_t length = mark_of<ChainLength>(self) + 1;
  if (length >= kLongest && view.numel() > 0 && !view.is_contiguous()) return elements_of(view);
  set_mark<ChainLength>(view, length);
  return view;
}

const Registrar registrar({"third-view-copies", "the third view in a chain is a copy",
                           [](torch::Library& m) { m.impl("as_strided", TORCH_FN(as_strided)); }});

}  // namespace
}  // namespace npu::third_view_copies
