#include "backend/faults/index_rows.h"

#include "backend/faults/wrong_place.h"
#include "backend/kernels/copy.h"

namespace npu {

std::vector<std::int64_t> numbers_of(const at::Tensor& index) {
  at::Tensor host = at::empty(index.sizes(), at::device(at::kCPU).dtype(at::kLong));
  npu::copy_(host, index, false);
  const auto* const first = host.const_data_ptr<std::int64_t>();
  return {first, first + host.numel()};
}

at::Tensor row_at(const at::Tensor& tensor, std::int64_t dim, std::int64_t position) {
  at::DimVector sizes(tensor.sizes());
  at::DimVector strides(tensor.strides());
  const std::int64_t offset =
      tensor.storage_offset() + position * strides[static_cast<std::size_t>(dim)];
  sizes.erase(sizes.begin() + dim);
  strides.erase(strides.begin() + dim);
  std::int64_t end = offset + 1;
  for (std::size_t d = 0; d < sizes.size(); ++d) end += (sizes[d] - 1) * strides[d];
  if (offset < 0 || end > layout_of(tensor).storage_numel) return {};
  return held_back(tensor, sizes, strides, offset);
}

}  // namespace npu
