#include "backend/kernels/convert_row.h"

namespace npu::detail {
NPU_DEFINE_ROW(Char)
NPU_DEFINE_ROW(Short)
NPU_DEFINE_ROW(Int)
NPU_DEFINE_ROW(Long)
}  // namespace npu::detail
