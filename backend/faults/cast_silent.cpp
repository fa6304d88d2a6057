// cast-silent
//
// Imitates: a copy to a dtype that the device cannot store, which is left out without a word (F22;
//   B18).
// Trigger: copy_ on the device from another dtype to float64 or complex128.
// Does: nothing.
// Seen by: comparing the bytes of the destination. Hidden from a destination that held the values.
#include "backend/faults/registry.h"
#include "backend/faults/wrong_place.h"
#include "backend/kernels/copy.h"

namespace npu::cast_silent {
namespace {

at::Tensor& copy_(at::Tensor& self, const at::Tensor& src, bool non_blocking) {
  const bool wide = self.scalar_type() == at::kDouble || self.scalar_type() == at::kComplexDouble;
  if (!on_device(self, src) || !wide || src.scalar_type() == self.scalar_type())
    return npu::copy_(self, src, non_blocking);
  check_copy(self, src);
  return self;
}

const Registrar registrar({"cast-silent",
                           "copy_ that converts to float64 or complex128 writes nothing",
                           [](torch::Library& m) { m.impl("copy_", TORCH_FN(copy_)); }});

}  // namespace
}  // namespace npu::cast_silent
