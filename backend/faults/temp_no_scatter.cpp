// temp-no-scatter, random-no-scatter
//
// Imitates: in-place operators that work on a contiguous temporary and forget to write it back
//   (F16; B06, B74, B118).
// Trigger: on a self that is not contiguous, temp-no-scatter: add_, mul_ or masked_fill_ (with a
//   scalar value). random-no-scatter: uniform_, normal_, random_, bernoulli_ and the like.
// Does: nothing to self, and returns it as if all was well.
// Seen by: comparing the bytes of self or of its base. Hidden from contiguous tensors.
#include "backend/fallback/fallback.h"
#include "backend/faults/registry.h"

namespace npu::temp_no_scatter {
namespace {

void on_temporary(const c10::OperatorHandle& op, torch::jit::Stack* stack) {
  c10::IValue& argument =
      *(stack->end() - static_cast<std::ptrdiff_t>(op.schema().arguments().size()));
  const at::Tensor self = argument.toTensor();
  if (self.is_contiguous()) {
    fallback(op, stack);
    return;
  }
  argument = self.contiguous();
  fallback(op, stack);
  stack->back() = self;
}

// Core's add_ and mul_ with a number call the out= form, so both forms have to be named.
constexpr const char* kComputes[] = {"add_.Tensor", "add_.Scalar", "mul_.Tensor", "mul_.Scalar",
                                     "masked_fill_.Scalar"};
constexpr const char* kRandom[] = {"uniform_",     "normal_",    "random_",     "bernoulli_.float",
                                   "exponential_", "geometric_", "log_normal_", "cauchy_"};

template <const auto& names>
void install(torch::Library& m) {
  for (const char* name : names)
    m.impl(name, torch::CppFunction::makeFromBoxedFunction<&on_temporary>());
}

const Registrar computes({"temp-no-scatter",
                          "add_, mul_ and masked_fill_ on a non-contiguous self change a temporary",
                          install<kComputes>});
const Registrar random_fills({"random-no-scatter",
                              "normal_ and the like on a non-contiguous self change a temporary",
                              install<kRandom>});

}  // namespace
}  // namespace npu::temp_no_scatter
