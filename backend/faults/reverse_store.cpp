// reverse-store, negative-start
//
// Imitates: stores through a reversed range, and starts counted from the end (F34; B109, B70).
// Trigger: reverse-store: copy_ of the result of flip to a device tensor of its shape.
//   negative-start: slice from a negative start that is not the first element.
// Does: reverse-store: writes the last element only, as a store backwards from the end does whose
//   step the kernel does not know. negative-start: takes the start for 0.
// Seen by: comparing the bytes of the destination; comparing offsets and sizes. Hidden from forward
//   ranges.
#include <ATen/WrapDimUtils.h>
#include <ATen/ops/slice_native.h>

#include "backend/fallback/fallback.h"
#include "backend/faults/marks.h"
#include "backend/faults/registry.h"
#include "backend/faults/wrong_place.h"
#include "backend/kernels/copy.h"

namespace npu {
namespace {

struct Reversed;

void flip(const c10::OperatorHandle& op, torch::jit::Stack* stack) {
  fallback(op, stack);
  set_mark<Reversed>(stack->back().toTensor(), 1);
}

// The last element along every dim.
at::Tensor last_of(const at::Tensor& tensor) {
  std::int64_t offset = tensor.storage_offset();
  for (std::int64_t d = 0; d < tensor.dim(); ++d) offset += (tensor.size(d) - 1) * tensor.stride(d);
  return held_back(tensor, {}, {}, offset);
}

at::Tensor& copy_(at::Tensor& self, const at::Tensor& src, bool non_blocking) {
  const bool triggered = on_device(self, src) && mark_of<Reversed>(src) != 0 && self.numel() > 1 &&
                         self.sizes().equals(src.sizes());
  if (!triggered) return npu::copy_(self, src, non_blocking);
  if (check_copy(self, src)) copy_elements(last_of(self), last_of(src));
  return self;
}

at::Tensor slice(const at::Tensor& self, std::int64_t dim, std::optional<std::int64_t> start,
                 std::optional<std::int64_t> end, std::int64_t step) {
  const bool triggered = start && *start < 0;
  return at::native::slice(self, dim, triggered ? 0 : start, end, step);
}

void install_reverse_store(torch::Library& m) {
  m.impl("flip", torch::CppFunction::makeFromBoxedFunction<&flip>());
  m.impl("copy_", TORCH_FN(copy_));
}

const Registrar reverse({"reverse-store", "copy_ of a flipped tensor writes the last element only",
                         install_reverse_store});
const Registrar negative({"negative-start", "slice takes a negative start for 0",
                          [](torch::Library& m) { m.impl("slice.Tensor", TORCH_FN(slice)); }});

}  // namespace
}  // namespace npu
