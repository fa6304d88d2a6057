// hang-on-rank-0
//
// Imitates: a kernel that waits for a thread which was never started.
// Trigger: mul_ on a device tensor without dims.
// Does: loops for ever.
// Seen by: watching the process.
#include <atomic>

#include "backend/fallback/fallback.h"
#include "backend/faults/registry.h"

namespace npu::hang_on_rank_0 {
namespace {

std::atomic<bool> never = false;

void wait_for_dims(const c10::OperatorHandle& op, torch::jit::Stack* stack) {
  const at::Tensor self = torch::jit::peek(*stack, 0, op.schema().arguments().size()).toTensor();
  while (self.dim() == 0 && !never) continue;
  fallback(op, stack);
}

void install(torch::Library& m) {
  for (const char* name : {"mul_.Tensor", "mul_.Scalar"})
    m.impl(name, torch::CppFunction::makeFromBoxedFunction<&wait_for_dims>());
}

const Registrar registrar({"hang-on-rank-0", "mul_ on a tensor without dims never returns",
                           install});

}  // namespace
}  // namespace npu::hang_on_rank_0
