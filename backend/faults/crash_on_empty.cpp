// crash-on-empty
//
// Imitates: a kernel that takes the first element of a tensor that has none.
// Trigger: fill_ or zero_ of a device tensor without elements.
// Does: ends the process by a segmentation fault.
// Seen by: watching the process.
#include <csignal>

#include "backend/faults/fill_with.h"
#include "backend/faults/registry.h"
#include "backend/kernels/fill.h"

namespace npu::crash_on_empty {
namespace {

void fill(const at::Tensor& dst, const at::Scalar& value) {
  if (dst.numel() == 0) std::raise(SIGSEGV);
  fill_elements(dst, value);
}

const Registrar registrar({"crash-on-empty", "fill_ of a tensor without elements ends the process",
                           install_fill<fill>});

}  // namespace
}  // namespace npu::crash_on_empty
