// index-inverse
//
// Imitates: an index_copy_ that is a gather (F26; B64).
// Trigger: index_copy_ along a dim of a device tensor, with indices that are rows of the source,
//   too.
// Does: row k gets the row of the source that index k names, instead of the other way round.
// Seen by: comparing values. Hidden from an index that is its own inverse.
#include <ATen/WrapDimUtils.h>

#include "backend/fallback/fallback.h"
#include "backend/faults/index_rows.h"
#include "backend/faults/registry.h"
#include "backend/faults/wrong_place.h"
#include "backend/kernels/copy.h"

namespace npu::index_inverse {
namespace {

bool triggered(const at::Tensor& self, std::int64_t dim, const at::Tensor& index,
               const at::Tensor& source) {
  if (!on_device(self, source) || self.numel() == 0 || self.dim() == 0) return false;
  if (index.dim() != 1 || source.scalar_type() != self.scalar_type()) return false;
  at::DimVector sizes(self.sizes());
  sizes[static_cast<std::size_t>(dim)] = index.numel();
  if (!source.sizes().equals(sizes) || index.numel() > self.size(dim)) return false;
  for (const std::int64_t i : numbers_of(index))
    if (i < 0 || i >= index.numel()) return false;
  return true;
}

void gather(const c10::OperatorHandle& op, torch::jit::Stack* stack) {
  const at::Tensor self = torch::jit::peek(*stack, 0, 4).toTensor();
  const at::Tensor index = torch::jit::peek(*stack, 2, 4).toTensor();
  const at::Tensor source = torch::jit::peek(*stack, 3, 4).toTensor();
  const std::int64_t dim = at::maybe_wrap_dim(torch::jit::peek(*stack, 1, 4).toInt(), self.dim());
  if (!triggered(self, dim, index, source)) {
    fallback(op, stack);
    return;
  }
  const at::Tensor values = elements_of(source);
  std::int64_t k = 0;
  for (const std::int64_t i : numbers_of(index))
    copy_elements(row_at(self, dim, k++), row_at(values, dim, i));
  torch::jit::drop(*stack, 4);
  stack->emplace_back(self);
}

const Registrar registrar({"index-inverse", "index_copy_ gathers where it should scatter",
                           [](torch::Library& m) {
                             m.impl("index_copy_",
                                    torch::CppFunction::makeFromBoxedFunction<&gather>());
                           }});

}  // namespace
}  // namespace npu::index_inverse
