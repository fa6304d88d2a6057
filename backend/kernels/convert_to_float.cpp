#include "backend/kernels/convert_row.h"

namespace npu::detail {
NPU_DEFINE_ROW(Half)
NPU_DEFINE_ROW(BFloat16)
NPU_DEFINE_ROW(Float)
NPU_DEFINE_ROW(Double)
}  // namespace npu::detail
