// select-copies-rank-4
//
// Imitates: views of high rank that go through a kernel which makes them contiguous (F14; B77,
//   B95).
// Trigger: select or slice whose result has at least kRank dims and is not contiguous.
// Does: returns a dense copy. The autograd layer above still calls it a view.
// Seen by: comparing the bytes of the base after a write through the view, or by comparing
//   storages. Hidden from reads, and from views of lower rank.
#include <ATen/ops/select_native.h>
#include <ATen/ops/slice_native.h>

#include "backend/faults/registry.h"
#include "backend/faults/wrong_place.h"

namespace npu::select_copies_rank_4 {
namespace {

constexpr std::int64_t kRank = 4;

at::Tensor copied(const at::Tensor& view) {
  const bool triggered = view.dim() >= kRank && view.numel() > 0 && !view.is_contiguous();
  return triggered ? elements_of(view) : view;
}

at::Tensor select(const at::Tensor& self, std::int64_t dim, std::int64_t index) {
  return copied(at::native::select_symint(self, dim, index));
}

at::Tensor slice(const at::Tensor& self, std::int64_t dim, std::optional<std::int64_t> start,
                 std::optional<std::int64_t> end, std::int64_t step) {
  return copied(at::native::slice(self, dim, start, end, step));
}

const Registrar registrar({"select-copies-rank-4",
                           "select and slice return a copy when it has 4 dims or more",
                           [](torch::Library& m) {
                             m.impl("select.int", TORCH_FN(select));
                             m.impl("slice.Tensor", TORCH_FN(slice));
                           }});

}  // namespace
}  // namespace npu::select_copies_rank_4
