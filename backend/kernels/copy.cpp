// copy_ in all directions: on the device, to it and from it.
#include "backend/kernels/copy.h"

#include <ATen/ExpandUtils.h>
#include <ATen/MemoryOverlap.h>

#include "backend/kernels/plan_cache.h"
#include "backend/kernels/strided.h"
#include "backend/runtime/allocator.h"

namespace npu {
namespace {

Reading as_it_lies(const at::Tensor& src) {
  return {src.storage_offset(), at::DimVector(src.strides())};
}

// Of a device tensor that is not one block; the plan is made once for each layout.
Reading as_planned(const at::Tensor& src) {
  thread_local PlanCache<SourceLayout> cache;
  return read_axes(cache.find_or_make(layout_of(src)).axes, static_cast<std::size_t>(src.dim()));
}

bool same_data(const at::Tensor& a, const at::Tensor& b) {
  return a.is_alias_of(b) && a.storage_offset() == b.storage_offset() &&
         a.strides().equals(b.strides()) && a.sizes().equals(b.sizes()) &&
         a.scalar_type() == b.scalar_type() && a.is_conj() == b.is_conj() &&
         a.is_neg() == b.is_neg();
}

Sign sign_between(const at::Tensor& dst, const at::Tensor& src) {
  const bool conj = dst.is_conj() != src.is_conj();
  const bool neg = dst.is_neg() != src.is_neg();
  if (conj) return neg ? Sign::kNegConj : Sign::kConj;
  return neg ? Sign::kNeg : Sign::kKeep;
}

void discard_warning(const at::Tensor& dst, const at::Tensor& src) {
  if (src.is_complex() && !dst.is_complex() && dst.scalar_type() != at::kBool) {
    TORCH_WARN_ONCE("Casting complex values to real discards the imaginary part");
  }
}

}  // namespace

bool check_copy(const at::Tensor& dst, const at::Tensor& src) {
  TORCH_CHECK(!dst._is_zerotensor(),
              "ZeroTensors are immutable. Please materialize the tensor using `.clone()`, if you "
              "want a mutable zero tensor.");
  if (dst.is_same(src)) return false;
  TORCH_CHECK_NOT_IMPLEMENTED(!src.is_meta(), "Cannot copy out of meta tensor; no data!");
  TORCH_CHECK(dst.layout() == at::kStrided && src.layout() == at::kStrided && !src.is_quantized(),
              "The NPU copies strided tensors only, but one of ", dst.toString(), " and ",
              src.toString(), " is not.");
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

void copy_elements(const at::Tensor& dst, const at::Tensor& src) {
  const bool planned = src.device() == npu_device() && !src.is_contiguous();
  copy_elements(dst, src, planned ? as_planned(src) : as_it_lies(src));
}

void copy_elements(const at::Tensor& dst, const at::Tensor& src, const Reading& reading) {
  const at::ScalarType to = dst.scalar_type();
  const Sign sign = sign_between(dst, src);
  const bool convert = to != src.scalar_type();
  const CopyLoop loop = convert ? convert_loop(to, src.scalar_type()) : bytes_loop(dst.itemsize());
  TORCH_CHECK_NOT_IMPLEMENTED(loop != nullptr, "\"copy_\" not implemented for '", to, "'");
  const bool changes_sign = sign != Sign::kKeep && (dst.is_complex() || sign != Sign::kConj);
  const CopyLoop signed_loop = changes_sign ? sign_loop(to, sign) : nullptr;
  TORCH_CHECK_NOT_IMPLEMENTED(!changes_sign || signed_loop != nullptr,
                              "\"neg_cpu\" not implemented for '", to, "'");

  const Walk walk = make_walk(dst, src, reading.strides);
  char* const to_bytes = first_element(dst);
  const char* const from_bytes = element_at(src, reading.offset);
  if (changes_sign && !convert) {
    run_walk(walk, to_bytes, from_bytes, signed_loop);
    return;
  }
  run_walk(walk, to_bytes, from_bytes, loop);
  // The sign is that of the converted value: the other order would negate unsigned numbers wrongly.
  if (changes_sign) run_walk(make_walk(dst), to_bytes, to_bytes, signed_loop);
}

at::Tensor& copy_(at::Tensor& self, const at::Tensor& src, bool /*non_blocking*/) {
  if (src._is_zerotensor() && !self._is_zerotensor()) return self.zero_();
  if (!check_copy(self, src)) return self;
  discard_warning(self, src);
  copy_elements(self, src);
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
