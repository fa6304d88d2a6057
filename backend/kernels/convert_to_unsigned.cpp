#include "backend/kernels/convert_row.h"

namespace npu::detail {
NPU_DEFINE_ROW(Byte)
NPU_DEFINE_ROW(UInt16)
NPU_DEFINE_ROW(UInt32)
NPU_DEFINE_ROW(UInt64)
NPU_DEFINE_ROW(Bool)
}  // namespace npu::detail
