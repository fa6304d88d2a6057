// Operators that core would build out of others. For most of them that is as right here as on the
// CPU, but where the CPU has a kernel of its own, the composite one rounds differently, checks in
// another order or allocates in between. The fallback takes these operators directly.
#include <torch/library.h>

#include "backend/fallback/fallback.h"

namespace npu {
namespace {

bool wants_fallback(const c10::OperatorHandle& op) {
  return op.operator_name().name.starts_with("aten::") &&
         op.hasKernelForDispatchKey(c10::DispatchKey::CPU) &&
         !op.hasKernelForDispatchKey(c10::DispatchKey::PrivateUse1);
}

// Composites that look at the device they run on.
constexpr const char* kDeviceDependent[] = {"addr_", "mode.values"};

TORCH_LIBRARY_IMPL(aten, PrivateUse1, m) {
  for (const char* name : kDeviceDependent)
    m.impl(name, torch::CppFunction::makeFromBoxedFunction<&fallback>());
  c10::Dispatcher& dispatcher = c10::Dispatcher::singleton();
  // The last key holds composites whose parts have gradients; the two of them that the CPU has
  // kernels for have gradients of their own as well.
  for (const auto key :
       {c10::DispatchKey::CompositeExplicitAutogradNonFunctional,
        c10::DispatchKey::CompositeExplicitAutograd, c10::DispatchKey::CompositeImplicitAutograd}) {
    for (const c10::OperatorName& name : dispatcher.getRegistrationsForDispatchKey(key)) {
      const auto op = dispatcher.findSchema(name);
      if (!op || !wants_fallback(*op)) continue;
      const std::string unqualified = c10::toString(name).substr(sizeof("aten::") - 1);
      m.impl(unqualified.c_str(), torch::CppFunction::makeFromBoxedFunction<&fallback>());
    }
  }
}

}  // namespace
}  // namespace npu
