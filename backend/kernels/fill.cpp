// fill_ and zero_.
#include "backend/kernels/fill.h"

#include <ATen/Dispatch_v2.h>
#include <ATen/ops/fill_native.h>

#include "backend/kernels/convert.h"
#include "backend/kernels/strided.h"

namespace npu {
namespace {

// The bytes of the value in the dtype of the tensor; throws when it does not fit, as the CPU does.
std::array<char, 16> element_bytes(at::ScalarType dtype, const at::Scalar& value) {
  std::array<char, 16> bytes{};
  AT_DISPATCH_V2(dtype, "fill_cpu", AT_WRAP([&] {
                   const auto element = value.to<scalar_t>();
                   std::memcpy(bytes.data(), &element, sizeof(element));
                 }),
                 at::kComplexHalf, at::kHalf, at::kBool, at::kBFloat16,
                 AT_EXPAND(AT_ALL_TYPES_AND_COMPLEX), AT_EXPAND(AT_BAREBONES_UNSIGNED_TYPES),
                 AT_EXPAND(AT_FLOAT8_TYPES));
  return bytes;
}

}  // namespace

void fill_elements(const at::Tensor& dst, const at::Scalar& value) {
  const std::array<char, 16> element = element_bytes(dst.scalar_type(), value);
  if (dst.numel() == 0) return;
  Walk walk = make_walk(dst);
  for (WalkDim& dim : walk) dim.src_stride = 0;
  run_walk(walk, first_element(dst), element.data(), bytes_loop(dst.itemsize()));
}

namespace {

at::Tensor& fill_scalar_(at::Tensor& self, const at::Scalar& value) {
  fill_elements(self, value);
  return self;
}

at::Tensor& fill_tensor_(at::Tensor& self, const at::Tensor& value) {
  return at::native::fill_(self, value);
}

at::Tensor& zero_(at::Tensor& self) {
  fill_elements(self, 0);
  return self;
}

TORCH_LIBRARY_IMPL(aten, PrivateUse1, m) {
  m.impl("fill_.Scalar", TORCH_FN(fill_scalar_));
  m.impl("fill_.Tensor", TORCH_FN(fill_tensor_));
  m.impl("zero_", TORCH_FN(zero_));
}

}  // namespace
}  // namespace npu
