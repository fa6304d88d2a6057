#include "backend/kernels/convert_row.h"

namespace npu::detail {
NPU_DEFINE_ROW(Float8_e5m2)
NPU_DEFINE_ROW(Float8_e4m3fn)
NPU_DEFINE_ROW(Float8_e5m2fnuz)
NPU_DEFINE_ROW(Float8_e4m3fnuz)
NPU_DEFINE_ROW(Float8_e8m0fnu)
}  // namespace npu::detail
