// download-throws
//
// Imitates: an asynchronous device, which reports that a kernel failed when somebody waits for it.
// Trigger: fill_ or zero_ of a device tensor that is not contiguous.
// Does: nothing at first; the next copy_ from the device to the host throws, and is not done.
// Seen by: watching the process that runs the program, and looks at the device after each
// statement.
#include <atomic>

#include "backend/faults/fill_with.h"
#include "backend/faults/registry.h"
#include "backend/kernels/copy.h"
#include "backend/kernels/fill.h"

namespace npu::download_throws {
namespace {

std::atomic<bool> failed = false;

void fill(const at::Tensor& dst, const at::Scalar& value) {
  if (!dst.is_contiguous()) failed = true;
  fill_elements(dst, value);
}

at::Tensor& copy_(at::Tensor& self, const at::Tensor& src, bool non_blocking) {
  if (self.is_cpu() && failed.exchange(false))
    TORCH_CHECK(false, "a kernel that was launched before has failed");
  return npu::copy_(self, src, non_blocking);
}

void install(torch::Library& m) {
  failed = false;
  install_fill<fill>(m);
  m.impl("copy_", TORCH_FN(copy_));
}

const Registrar registrar({"download-throws",
                           "fill_ of strided elements fails, which the next download reports",
                           install});

}  // namespace
}  // namespace npu::download_throws
