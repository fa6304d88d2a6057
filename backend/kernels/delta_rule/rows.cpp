#include "backend/kernels/delta_rule/rows.h"

#include "backend/kernels/strided.h"

namespace npu::delta_rule {
namespace {

CopyLoop loop_between(at::ScalarType to, at::ScalarType from) {
  return to == from ? bytes_loop(c10::elementSize(to)) : convert_loop(to, from);
}

}  // namespace

Rows::Rows(const at::Tensor& tensor)
    : data_(first_element(tensor)),
      read_(loop_between(at::kFloat, tensor.scalar_type())),
      write_(loop_between(tensor.scalar_type(), at::kFloat)) {
  for (std::int64_t d = 0; d < tensor.dim(); ++d)
    stride_[static_cast<std::size_t>(d)] =
        tensor.stride(d) * static_cast<std::int64_t>(tensor.itemsize());
}

}  // namespace npu::delta_rule
