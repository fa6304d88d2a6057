// _local_scalar_dense: one element, to the host.
#include <ATen/ops/_local_scalar_dense_native.h>

#include "backend/kernels/strided.h"

namespace npu {
namespace {

at::Scalar local_scalar_dense(const at::Tensor& self) {
  alignas(16) std::array<char, 16> element{};
  std::memcpy(element.data(), first_element(self), self.itemsize());
  return at::native::_local_scalar_dense_cpu(
      at::from_blob(element.data(), {}, at::TensorOptions(self.scalar_type())));
}

TORCH_LIBRARY_IMPL(aten, PrivateUse1, m) {
  m.impl("_local_scalar_dense", TORCH_FN(local_scalar_dense));
}

}  // namespace
}  // namespace npu
