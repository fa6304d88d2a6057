// copy_ in all directions: on the device, to it and from it.
#include "backend/kernels/copy.h"

#include <ATen/ExpandUtils.h>
#include <ATen/MemoryOverlap.h>
#include <ATen/ops/copy_native.h>

#include "backend/fallback/alias_map.h"
#include "backend/kernels/strided.h"
#include "backend/runtime/allocator.h"

namespace npu {
namespace {

bool same_data(const at::Tensor& a, const at::Tensor& b) {
  return a.is_alias_of(b) && a.storage_offset() == b.storage_offset() &&
         a.strides().equals(b.strides()) && a.sizes().equals(b.sizes()) &&
         a.scalar_type() == b.scalar_type() && a.is_conj() == b.is_conj() &&
         a.is_neg() == b.is_neg();
}

// Whether a copy moves bytes and changes none. One of bools may change a byte that is neither 0
// nor 1, as views with another dtype can show it.
bool moves_bytes(const at::Tensor& dst, const at::Tensor& src) {
  return dst.scalar_type() == src.scalar_type() && dst.scalar_type() != at::kBool &&
         dst.is_conj() == src.is_conj() && dst.is_neg() == src.is_neg() &&
         src.layout() == at::kStrided && dst.layout() == at::kStrided && !src.is_meta() &&
         !src._is_zerotensor() && !dst._is_zerotensor() && !src.is_quantized() &&
         copy_loop(dst.itemsize()) != nullptr;
}

// Two things depend on how the CPU's kernels go through the elements: what a value is where the
// language leaves the conversion open (NaNs, numbers out of range), and which of several writes to
// one place is the last. The only way to agree always is to run the same kernels.
void copy_as_cpu(const at::Tensor& dst, const at::Tensor& src) {
  AliasMap map;
  const auto on_cpu = [&map](const at::Tensor& tensor) {
    return tensor.device().type() == npu_device().type() ? map.to_cpu(tensor) : tensor;
  };
  at::Tensor target = on_cpu(dst);
  at::native::copy_(target, on_cpu(src), /*non_blocking=*/false);
}

}  // namespace

bool check_copy(const at::Tensor& dst, const at::Tensor& src) {
  if (same_data(dst, src)) return false;
  at::assert_no_internal_overlap(dst);
  at::assert_no_partial_overlap(dst, src);
  if (!dst.sizes().equals(src.sizes())) {
    const auto shape = at::infer_size_dimvector(dst.sizes(), src.sizes());
    TORCH_CHECK(dst.sizes().equals(shape), "output with shape ", dst.sizes(),
                " doesn't match the broadcast shape ", at::IntArrayRef(shape));
  }
  return dst.numel() != 0;
}

at::Tensor& copy_(at::Tensor& self, const at::Tensor& src, bool /*non_blocking*/) {
  if (!moves_bytes(self, src) || self.is_alias_of(src)) {
    copy_as_cpu(self, src);
  } else if (check_copy(self, src)) {
    const Walk walk = make_walk(self, src);
    if (may_overlap(walk, self.itemsize())) {
      copy_as_cpu(self, src);
    } else {
      run_walk(walk, first_element(self), first_element(src), copy_loop(self.itemsize()));
    }
  }
  return self;
}

namespace {

at::Tensor copy_from(const at::Tensor& self, const at::Tensor& dst, bool non_blocking) {
  at::Tensor target = dst;
  copy_(target, self, non_blocking);
  return target;
}

at::Tensor copy_from_and_resize(const at::Tensor& self, const at::Tensor& dst) {
  if (!dst.sizes().equals(self.sizes())) dst.resize_(self.sizes());
  return copy_from(self, dst, false);
}

TORCH_LIBRARY_IMPL(aten, PrivateUse1, m) {
  m.impl("copy_", TORCH_FN(copy_));
  m.impl("_copy_from", TORCH_FN(copy_from));
  m.impl("_copy_from_and_resize", TORCH_FN(copy_from_and_resize));
}

// The kernels honour the bits themselves. Without these lines the operators would be handed
// materialised copies, made by a copy, which would call the operators again, without end.
TORCH_LIBRARY_IMPL(aten, Conjugate, m) {
  m.impl("_copy_from", torch::CppFunction::makeFallthrough());
  m.impl("_copy_from_and_resize", torch::CppFunction::makeFallthrough());
}
TORCH_LIBRARY_IMPL(aten, Negative, m) {
  m.impl("_copy_from", torch::CppFunction::makeFallthrough());
  m.impl("_copy_from_and_resize", torch::CppFunction::makeFallthrough());
}

}  // namespace
}  // namespace npu
