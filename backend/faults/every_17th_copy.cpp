// every-17th-copy
//
// Imitates: a race, or a buffer that is used again too early, which shows now and then.
// Trigger: every 17th copy_ on the device since the fault was switched on, of at least one element.
// Does: leaves out the last element of the destination.
// Seen by: comparing values. Hidden from a program that is run once, in sixteen of seventeen cases.
#include <atomic>

#include "backend/faults/registry.h"
#include "backend/faults/wrong_place.h"
#include "backend/kernels/copy.h"

namespace npu {
namespace {

constexpr std::uint64_t kPeriod = 17;
std::atomic<std::uint64_t> calls = 0;

at::Tensor& copy_(at::Tensor& self, const at::Tensor& src, bool non_blocking) {
  const bool triggered =
      on_device(self, src) && self.numel() > 0 && ++calls % kPeriod == 0 && check_copy(self, src);
  if (!triggered) return npu::copy_(self, src, non_blocking);
  const at::Tensor last = last_element(self);
  const at::Tensor before = elements_of(last);
  npu::copy_(self, src, non_blocking);
  copy_elements(last, before);
  return self;
}

void install(torch::Library& m) {
  calls = 0;
  m.impl("copy_", TORCH_FN(copy_));
}

const Registrar registrar({"every-17th-copy", "every 17th copy_ leaves out the last element",
                           install});

}  // namespace
}  // namespace npu
