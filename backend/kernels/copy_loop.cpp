#include "backend/kernels/copy_loop.h"

#include <cstring>

namespace npu {
namespace {

template <std::size_t N>
void copy_bytes(char* dst, const char* src, std::int64_t dst_stride, std::int64_t src_stride,
                std::int64_t n) {
  if (dst_stride == N && src_stride == N) {
    std::memmove(dst, src, static_cast<std::size_t>(n) * N);
    return;
  }
  for (std::int64_t i = 0; i < n; ++i) {
    char element[N];  // read before it is written: fill_ and copy_ may meet overlapping elements
    std::memcpy(element, src + i * src_stride, N);
    std::memcpy(dst + i * dst_stride, element, N);
  }
}

}  // namespace

CopyLoop copy_loop(std::size_t itemsize) {
  switch (itemsize) {
    case 1:
      return &copy_bytes<1>;
    case 2:
      return &copy_bytes<2>;
    case 4:
      return &copy_bytes<4>;
    case 8:
      return &copy_bytes<8>;
    case 16:
      return &copy_bytes<16>;
    default:
      return nullptr;
  }
}

}  // namespace npu
