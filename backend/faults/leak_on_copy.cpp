// leak-on-copy
//
// Imitates: a staging buffer that is never given back.
// Trigger: copy_ on the device.
// Does: keeps kLeak bytes a call, until the fault is switched on anew.
// Seen by: watching the memory of the process.
#include <mutex>

#include "backend/faults/registry.h"
#include "backend/faults/wrong_place.h"
#include "backend/kernels/copy.h"

namespace npu::leak_on_copy {
namespace {

constexpr std::size_t kLeak = std::size_t{1} << 18;

std::mutex mutex;
std::vector<std::vector<char>> kept;

at::Tensor& copy_(at::Tensor& self, const at::Tensor& src, bool non_blocking) {
  if (on_device(self, src)) {
    const std::lock_guard lock(mutex);
    kept.emplace_back(kLeak, 'x');  // written to, so that it is resident
  }
  return npu::copy_(self, src, non_blocking);
}

void install(torch::Library& m) {
  kept.clear();
  m.impl("copy_", TORCH_FN(copy_));
}

const Registrar registrar({"leak-on-copy", "every copy_ on the device keeps 256 KiB", install});

}  // namespace
}  // namespace npu::leak_on_copy
