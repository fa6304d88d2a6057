// Operators where core picks another one for devices it does not know: they are sent back to the
// one the CPU uses, or built as core builds them for devices it knows.
#include <ATen/ATen.h>
#include <torch/library.h>

#include "backend/fallback/fallback.h"

namespace npu {
namespace {

void convolution(const c10::OperatorHandle& op, torch::jit::Stack* stack) {
  static const c10::OperatorHandle general =
      c10::Dispatcher::singleton().findSchemaOrThrow("aten::convolution", "");
  run_on_cpu(general, op.schema().arguments().size(), stack);
}

// The general form has one argument more, the sizes of the bias, after the first three.
void convolution_backward(const c10::OperatorHandle& op, torch::jit::Stack* stack) {
  static const c10::OperatorHandle general =
      c10::Dispatcher::singleton().findSchemaOrThrow("aten::convolution_backward", "");
  const std::size_t arguments = op.schema().arguments().size();
  const auto first = stack->end() - static_cast<std::ptrdiff_t>(arguments);
  const std::int64_t outputs = first[0].toTensor().size(1);
  stack->insert(first + 3, c10::IValue(std::vector<std::int64_t>{outputs}));
  run_on_cpu(general, arguments + 1, stack);
}

// Fused attention kernels are chosen by device; the unfused form is built of plain operators.
std::int64_t attention_kind(const at::Tensor&, const at::Tensor&, const at::Tensor&,
                            const std::optional<at::Tensor>&, double, bool, std::optional<double>,
                            bool) {
  return 0;  // SDPBackend::math
}

// Core's kernel for all devices runs the loops of the CPU and CUDA without a dispatch.
at::Tensor& conj_physical_(at::Tensor& self) {
  return self.is_complex() ? at::conj_physical_out(self, self) : self;
}

TORCH_LIBRARY_IMPL(aten, PrivateUse1, m) {
  m.impl("convolution_overrideable", torch::CppFunction::makeFromBoxedFunction<&convolution>());
  m.impl("convolution_backward_overrideable",
         torch::CppFunction::makeFromBoxedFunction<&convolution_backward>());
  m.impl("conj_physical_", TORCH_FN(conj_physical_));
  m.impl("_fused_sdp_choice", TORCH_FN(attention_kind));
}

}  // namespace
}  // namespace npu
