// neg-bit-ignored, conj-bit-ignored
//
// Imitates: a copy that applies the lazy bits of its source without a look at those of its
//   destination (F33; B53).
// Trigger: copy_ to a device tensor with: neg-bit-ignored: the negative bit. conj-bit-ignored: the
//   conjugate bit.
// Does: stores the value itself where its negative or its conjugate should be stored.
// Seen by: comparing the bytes of the destination. Hidden from tensors without the bits.
#include "backend/faults/registry.h"
#include "backend/faults/wrong_place.h"
#include "backend/kernels/copy.h"

namespace npu::math_bit_ignored {
namespace {

using Bare = at::Tensor (*)(const at::Tensor&);

at::Tensor same(const at::Tensor& tensor) {
  return held_back(tensor, tensor.sizes(), tensor.strides(), tensor.storage_offset());
}

at::Tensor without_neg(const at::Tensor& tensor) {
  at::Tensor bare = same(tensor);
  bare._set_neg(false);
  return bare;
}

at::Tensor without_conj(const at::Tensor& tensor) {
  at::Tensor bare = same(tensor);
  bare._set_conj(false);
  return bare;
}

template <Bare bare>
at::Tensor& copy_(at::Tensor& self, const at::Tensor& src, bool non_blocking) {
  const bool has_bits = self.is_neg() || self.is_conj();
  if (!has_bits || !on_device(self) || !check_copy(self, src))
    return npu::copy_(self, src, non_blocking);
  copy_elements(bare(self), src);
  return self;
}

const Registrar neg({"neg-bit-ignored", "copy_ ignores the negative bit of its destination",
                     [](torch::Library& m) { m.impl("copy_", &copy_<without_neg>); }});
const Registrar conj({"conj-bit-ignored", "copy_ ignores the conjugate bit of its destination",
                      [](torch::Library& m) { m.impl("copy_", &copy_<without_conj>); }});

}  // namespace
}  // namespace npu::math_bit_ignored
