// negative-start
//
// Imitates: a slice that does not count negative starts from the end (F34; B70).
// Trigger: slice from a negative start.
// Does: takes the start for 0.
// Seen by: comparing offsets and sizes. Hidden from starts that are not negative.
#include <ATen/ops/slice_native.h>

#include "backend/faults/registry.h"

namespace npu::negative_start {
namespace {

at::Tensor slice(const at::Tensor& self, std::int64_t dim, std::optional<std::int64_t> start,
                 std::optional<std::int64_t> end, std::int64_t step) {
  const bool triggered = start && *start < 0;
  return at::native::slice(self, dim, triggered ? 0 : start, end, step);
}

const Registrar registrar({"negative-start", "slice takes a negative start for 0",
                           [](torch::Library& m) { m.impl("slice.Tensor", TORCH_FN(slice)); }});

}  // namespace
}  // namespace npu::negative_start
