// index-unchecked
//
// Imitates: writes by index that do not check the index (F25; B36, B37, B38).
// Trigger: index_fill_ (with a number) or index_copy_ along a dim of a device tensor with elements,
//   where an index is none of the dim's.
// Does: writes the row that would be there, outside of the tensor; nothing where that would leave
//   the storage. Does not refuse.
// Seen by: comparing refusals, and the bytes around a view. Hidden from valid indices.
#include <ATen/WrapDimUtils.h>

#include "backend/fallback/fallback.h"
#include "backend/faults/index_rows.h"
#include "backend/faults/registry.h"
#include "backend/faults/wrong_place.h"
#include "backend/kernels/copy.h"
#include "backend/kernels/fill.h"

namespace npu::index_unchecked {
namespace {

bool has_invalid(const at::Tensor& self, std::int64_t dim, const at::Tensor& index) {
  if (!on_device(self) || self.numel() == 0 || self.dim() == 0 || index.dim() != 1) return false;
  if (index.scalar_type() != at::kLong) return false;
  const std::int64_t size = self.size(dim);
  for (const std::int64_t i : numbers_of(index))
    if (i >= size || i < -size) return true;
  return false;
}

at::Tensor row(const at::Tensor& self, std::int64_t dim, std::int64_t index) {
  return row_at(self, dim, index < 0 ? index + self.size(dim) : index);
}

void fill(const c10::OperatorHandle& op, torch::jit::Stack* stack) {
  const at::Tensor self = torch::jit::peek(*stack, 0, 4).toTensor();
  const at::Tensor index = torch::jit::peek(*stack, 2, 4).toTensor();
  const at::Scalar value = torch::jit::peek(*stack, 3, 4).toScalar();
  const std::int64_t dim = at::maybe_wrap_dim(torch::jit::peek(*stack, 1, 4).toInt(), self.dim());
  if (!has_invalid(self, dim, index)) {
    fallback(op, stack);
    return;
  }
  for (const std::int64_t i : numbers_of(index))
    if (const at::Tensor target = row(self, dim, i); target.defined()) fill_elements(target, value);
  torch::jit::drop(*stack, 4);
  stack->emplace_back(self);
}

void copy(const c10::OperatorHandle& op, torch::jit::Stack* stack) {
  const at::Tensor self = torch::jit::peek(*stack, 0, 4).toTensor();
  const at::Tensor index = torch::jit::peek(*stack, 2, 4).toTensor();
  const at::Tensor source = torch::jit::peek(*stack, 3, 4).toTensor();
  const std::int64_t dim = at::maybe_wrap_dim(torch::jit::peek(*stack, 1, 4).toInt(), self.dim());
  at::DimVector sizes(self.sizes());
  if (index.dim() == 1 && self.dim() > 0) sizes[static_cast<std::size_t>(dim)] = index.numel();
  const bool fits = on_device(source) && source.sizes().equals(sizes) &&
                    source.scalar_type() == self.scalar_type();
  if (!fits || !has_invalid(self, dim, index)) {
    fallback(op, stack);
    return;
  }
  const std::vector<std::int64_t> rows = numbers_of(index);
  for (std::size_t k = 0; k < rows.size(); ++k) {
    const at::Tensor target = row(self, dim, rows[k]);
    if (target.defined())
      copy_elements(target, elements_of(row_at(source, dim, static_cast<std::int64_t>(k))));
  }
  torch::jit::drop(*stack, 4);
  stack->emplace_back(self);
}

const Registrar registrar(
    {"index-unchecked", "index_fill_ and index_copy_ write rows that the tensor does not have",
     [](torch::Library& m) {
       m.impl("index_fill_.int_Scalar", torch::CppFunction::makeFromBoxedFunction<&fill>());
       m.impl("index_copy_", torch::CppFunction::makeFromBoxedFunction<&copy>());
     }});

}  // namespace
}  // namespace npu::index_unchecked
