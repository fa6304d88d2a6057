// version-still
//
// Imitates: raw kernels for in-place operators that do not tell autograd of the write (F36; B132).
// Trigger: fill_, zero_, add_, mul_ or copy_ on a device tensor that is a view.
// Does: writes the right bytes; the version counter, which the view and its base share, stays.
// Seen by: comparing version counters. Hidden from everything else, without autograd.
#include <ATen/core/LegacyTypeDispatch.h>
#include <torch/csrc/autograd/VariableTypeUtils.h>

#include "backend/faults/registry.h"
#include "backend/faults/wrong_place.h"

namespace npu::version_still {
namespace {

// In the place of the kernel that would redispatch and then bump the version.
void keep_version(const c10::OperatorHandle& op, c10::DispatchKeySet keys,
                  torch::jit::Stack* stack) {
  const at::Tensor self = torch::jit::peek(*stack, 0, op.schema().arguments().size()).toTensor();
  {
    const at::AutoDispatchBelowADInplaceOrView below;
    op.redispatchBoxed(keys & c10::after_ADInplaceOrView_keyset, stack);
  }
  const bool triggered = on_device(self) && self.is_view();
  if (!triggered) torch::autograd::increment_version(self);
}

constexpr const char* kOperators[] = {"fill_.Scalar", "fill_.Tensor", "zero_",
                                      "add_.Tensor",  "mul_.Tensor",  "copy_"};

void install(torch::Library& m) {
  for (const char* name : kOperators)
    m.impl(name, torch::CppFunction::makeFromBoxedFunction<&keep_version>());
}

const Registrar registrar({"version-still", "in-place writes to a view do not bump its version",
                           install, c10::DispatchKey::ADInplaceOrView});

}  // namespace
}  // namespace npu::version_still
