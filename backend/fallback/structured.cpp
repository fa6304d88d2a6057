// Core has composite kernels for the functional and in-place forms of structured operators: they
// allocate on the device and call the out= form. That is right, but two dispatches and two passes
// over the shapes where one will do, and an error in between is not the CPU's. The fallback takes
// these operators directly.
#include <torch/library.h>

#include "backend/fallback/fallback.h"

namespace npu {
namespace {

bool wants_fallback(const c10::OperatorHandle& op) {
  return op.operator_name().name.starts_with("aten::") &&
         op.hasKernelForDispatchKey(c10::DispatchKey::CPU) &&
         !op.hasKernelForDispatchKey(c10::DispatchKey::PrivateUse1);
}

TORCH_LIBRARY_IMPL(aten, PrivateUse1, m) {
  const auto key = c10::DispatchKey::CompositeExplicitAutogradNonFunctional;
  c10::Dispatcher& dispatcher = c10::Dispatcher::singleton();
  for (const c10::OperatorName& name : dispatcher.getRegistrationsForDispatchKey(key)) {
    const auto op = dispatcher.findSchema(name);
    if (!op || !wants_fallback(*op)) continue;
    const std::string unqualified = c10::toString(name).substr(sizeof("aten::") - 1);
    m.impl(unqualified.c_str(), torch::CppFunction::makeFromBoxedFunction<&fallback>());
  }
}

}  // namespace
}  // namespace npu
