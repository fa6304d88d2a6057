#include "backend/kernels/convert_row.h"

namespace npu::detail {
NPU_DEFINE_ROW(ComplexHalf)
NPU_DEFINE_ROW(ComplexFloat)
NPU_DEFINE_ROW(ComplexDouble)
}  // namespace npu::detail
