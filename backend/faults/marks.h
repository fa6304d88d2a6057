#pragma once
/// @file
/// What a fault knows of a tensor besides its layout, kept where a backend keeps such things.
#include <ATen/core/Tensor.h>

namespace npu {

/// A number on a tensor. Each fault that uses marks has a Kind of its own.
template <typename Kind>
struct Mark final : c10::BackendMeta {
  explicit Mark(std::int64_t number) : value(number) {}
  std::int64_t value;
};

template <typename Kind>
void set_mark(const at::Tensor& tensor, std::int64_t value) {
  tensor.unsafeGetTensorImpl()->set_backend_meta(c10::make_intrusive<Mark<Kind>>(value));
}

/// 0 for a tensor that has none.
template <typename Kind>
std::int64_t mark_of(const at::Tensor& tensor) {
  const auto* mark =
      dynamic_cast<const Mark<Kind>*>(tensor.unsafeGetTensorImpl()->get_backend_meta());
  return mark == nullptr ? 0 : mark->value;
}

}  // namespace npu
