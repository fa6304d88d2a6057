#include "backend/kernels/delta_rule/rows.h"

#include "backend/kernels/delta_rule/loops.h"
#include "backend/kernels/strided.h"

namespace npu::delta_rule {
namespace {

// The loops of the copy kernels are compiled for the baseline of processors; these two for each.
void widen_loop(char* dst, const char* src, std::int64_t dst_stride, std::int64_t src_stride,
                std::int64_t n) {
  if (dst_stride == sizeof(float) && src_stride == sizeof(std::uint16_t)) {
    widen(reinterpret_cast<const std::uint16_t*>(src), reinterpret_cast<float*>(dst), n);
  } else {
    convert_loop(at::kFloat, at::kBFloat16)(dst, src, dst_stride, src_stride, n);
  }
}

void narrow_loop(char* dst, const char* src, std::int64_t dst_stride, std::int64_t src_stride,
                 std::int64_t n) {
  if (dst_stride == sizeof(std::uint16_t) && src_stride == sizeof(float)) {
    narrow(reinterpret_cast<const float*>(src), reinterpret_cast<std::uint16_t*>(dst), n);
  } else {
    convert_loop(at::kBFloat16, at::kFloat)(dst, src, dst_stride, src_stride, n);
  }
}

CopyLoop loop_between(at::ScalarType to, at::ScalarType from) {
  if (to == at::kFloat && from == at::kBFloat16) return &widen_loop;
  if (to == at::kBFloat16 && from == at::kFloat) return &narrow_loop;
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
