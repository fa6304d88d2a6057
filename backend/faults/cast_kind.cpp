// cast-bits, cast-sign, cast-width, cast-half, cast-truncates
//
// Imitates: converting copies that convert the wrong thing (F21; B14, B15, B16).
// Trigger: copy_ on the device between two dtypes: cast-bits: of the same item size, one of them
//   floating. cast-sign: from uint8. cast-width: of different item sizes. cast-half: between
//   float16 and bfloat16. cast-truncates: from float32 to bfloat16.
// Does: cast-bits and cast-half: copies the bits. cast-sign: reads int8. cast-width: walks the
//   source with the item size of the destination. cast-truncates: drops the low bits instead of
//   rounding.
// Seen by: comparing the bytes of the destination. Hidden from one dtype, and from small positive
//   numbers.
#include "backend/faults/registry.h"
#include "backend/faults/wrong_place.h"

namespace npu::cast_kind {
namespace {

bool converts(const at::Tensor& dst, const at::Tensor& src) {
  return on_device(dst, src) && dst.scalar_type() != src.scalar_type();
}

bool is_half(const at::Tensor& tensor) {
  return tensor.scalar_type() == at::kHalf || tensor.scalar_type() == at::kBFloat16;
}

at::Tensor bits(const at::Tensor& dst, const at::Tensor& src) {
  const bool triggered = converts(dst, src) && dst.itemsize() == src.itemsize() &&
                         dst.is_floating_point() != src.is_floating_point() && !dst.is_complex() &&
                         !src.is_complex();
  return triggered ? relabelled(src, dst.scalar_type()) : at::Tensor();
}

at::Tensor half_bits(const at::Tensor& dst, const at::Tensor& src) {
  const bool triggered = converts(dst, src) && is_half(dst) && is_half(src);
  return triggered ? relabelled(src, dst.scalar_type()) : at::Tensor();
}

at::Tensor with_a_sign(const at::Tensor& dst, const at::Tensor& src) {
  const bool triggered = converts(dst, src) && src.scalar_type() == at::kByte;
  return triggered ? relabelled(src, at::kChar) : at::Tensor();
}

at::Tensor by_width_of_target(const at::Tensor& dst, const at::Tensor& src) {
  if (!converts(dst, src) || dst.itemsize() == src.itemsize()) return {};
  at::DimVector strides(src.strides());
  for (std::int64_t& stride : strides)
    stride = stride * static_cast<std::int64_t>(dst.itemsize()) /
             static_cast<std::int64_t>(src.itemsize());
  return held_back(src, src.sizes(), strides, src.storage_offset());
}

// The upper half of a float32 is a bfloat16.
at::Tensor upper_halves(const at::Tensor& dst, const at::Tensor& src) {
  const bool triggered =
      converts(dst, src) && src.scalar_type() == at::kFloat && dst.scalar_type() == at::kBFloat16;
  if (!triggered) return {};
  at::Tensor halves = held_back(src, src.sizes(), src.strides(), src.storage_offset());
  at::DimVector strides(src.strides());
  for (std::int64_t& stride : strides) stride *= 2;
  c10::TensorImpl* const impl = halves.unsafeGetTensorImpl();
  impl->set_storage_and_dtype(impl->unsafe_storage(), c10::scalarTypeToTypeMeta(at::kBFloat16));
  impl->set_sizes_and_strides(src.sizes(), strides, 2 * src.storage_offset() + 1);
  return halves;
}

const Registrar cast_bits({"cast-bits", "copy_ between a float and an integer copies the bits",
                           install_copy_from<bits>});
const Registrar cast_half({"cast-half", "copy_ between float16 and bfloat16 copies the bits",
                           install_copy_from<half_bits>});
const Registrar cast_sign({"cast-sign", "copy_ from uint8 to another dtype reads int8",
                           install_copy_from<with_a_sign>});
const Registrar cast_width({"cast-width",
                            "a converting copy_ walks its source with the destination's item size",
                            install_copy_from<by_width_of_target>});
const Registrar cast_truncates({"cast-truncates",
                                "copy_ from float32 to bfloat16 truncates instead of rounding",
                                install_copy_from<upper_halves>});

}  // namespace
}  // namespace npu::cast_kind
