#pragma once
/// @file
/// For faults of fill_ and zero_ alike.
#include <torch/library.h>

namespace npu {

using Fill = void (*)(const at::Tensor&, const at::Scalar&);

template <Fill fill>
void install_fill(torch::Library& m) {
  m.impl(
      "fill_.Scalar", +[](at::Tensor& self, const at::Scalar& value) -> at::Tensor& {
        fill(self, value);
        return self;
      });
  m.impl(
      "zero_", +[](at::Tensor& self) -> at::Tensor& {
        fill(self, 0);
        return self;
      });
}

}  // namespace npu
