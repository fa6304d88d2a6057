// unfold-falls-back, view-as-real-falls-back
//
// Imitates: a backend that sends all it has no kernel for to the stock fallback, views included.
// Trigger: unfold-falls-back: unfold. view-as-real-falls-back: view_as_real.
// Does: copies the tensor to the host, makes the view there, and copies that to the device. What is
//   written to the result never reaches the base.
// Seen by: comparing storages, or the bytes of the base after a write through the view.
#include <ATen/native/CPUFallback.h>

#include "backend/faults/registry.h"

namespace npu::view_falls_back {
namespace {

void stock_fallback(const c10::OperatorHandle& op, torch::jit::Stack* stack) {
  at::native::cpu_fallback(op, stack);
}

const Registrar unfold({"unfold-falls-back", "unfold goes through the host and returns a copy",
                        [](torch::Library& m) {
                          m.impl("unfold",
                                 torch::CppFunction::makeFromBoxedFunction<&stock_fallback>());
                        }});
const Registrar view_as_real(
    {"view-as-real-falls-back", "view_as_real goes through the host and returns a copy",
     [](torch::Library& m) {
       m.impl("view_as_real", torch::CppFunction::makeFromBoxedFunction<&stock_fallback>());
     }});

}  // namespace
}  // namespace npu::view_falls_back
