// every-17th-copy
//
// Imitates: a race, or a buffer that is used again too early, which shows now and then.
// Trigger: every 17th copy_ on the device since the fault was switched on, of more than one
//   element.
// Does: the last element of the destination gets the value of the first one.
// Seen by: comparing values. Hidden from a program that is run once, in sixteen of seventeen cases.
#include <atomic>

#include "backend/faults/registry.h"
#include "backend/faults/wrong_place.h"
#include "backend/kernels/copy.h"

namespace npu::every_17th_copy {
namespace {

constexpr std::uint64_t kPeriod = 17;
std::atomic<std::uint64_t> calls = 0;

at::Tensor& copy_(at::Tensor& self, const at::Tensor& src, bool non_blocking) {
  npu::copy_(self, src, non_blocking);
  const bool triggered = on_device(self, src) && self.numel() > 1 && ++calls % kPeriod == 0;
  if (triggered)
    copy_elements(last_element(self), elements_of(held_back(self, {}, {}, self.storage_offset())));
  return self;
}

void install(torch::Library& m) {
  calls = 0;
  m.impl("copy_", TORCH_FN(copy_));
}

const Registrar registrar({"every-17th-copy",
                           "every 17th copy_ stores the first element in the place of the last",
                           install});

}  // namespace
}  // namespace npu::every_17th_copy
