// out-dense, out-restrided
//
// Imitates: out= forms that know no strides (F18; B05, B100, B135).
// Trigger: an out= tensor of the right sizes that is not contiguous. Core builds some in-place
//   forms, with a number, from out= forms.
// Does: out-dense: writes the elements in one block. out-restrided: does so as well, and gives the
//   tensor the strides of a block.
// Seen by: comparing the bytes of the storage, and strides. Hidden from fresh out= tensors.
#include "backend/fallback/fallback.h"
#include "backend/faults/registry.h"
#include "backend/faults/wrong_place.h"
#include "backend/kernels/copy.h"

namespace npu::out_dense {
namespace {

// Replaces out by a block of its own for the call. Where out would have been resized the call is
// made again with the right one.
template <bool restrides>
void write_dense(const c10::OperatorHandle& op, torch::jit::Stack* stack) {
  const at::Tensor out = stack->back().toTensor();
  const bool fits =  // not where elements share memory
      out.storage_offset() + out.numel() <= layout_of(out).storage_numel;
  if (!on_device(out) || out.numel() == 0 || out.is_contiguous() || !fits) {
    fallback(op, stack);
    return;
  }
  const auto arguments = static_cast<std::ptrdiff_t>(op.schema().arguments().size());
  const torch::jit::Stack again(stack->end() - arguments, stack->end());
  const at::Tensor block = at::empty(out.sizes(), out.options());
  stack->back() = block;
  fallback(op, stack);
  if (!block.sizes().equals(out.sizes())) {
    stack->pop_back();
    stack->insert(stack->end(), again.begin(), again.end());
    fallback(op, stack);
    return;
  }
  copy_elements(dense_at(out), block);
  if (restrides) out.unsafeGetTensorImpl()->set_sizes_contiguous(at::DimVector(out.sizes()));
  stack->back() = out;
}

constexpr const char* kOperators[] = {"abs.out",          "add.out",       "sub.out", "mul.out",
                                      "div.out",          "neg.out",       "cat.out", "stack.out",
                                      "clamp.out",        "cumsum.out",    "mm.out",  "gather.out",
                                      "index_select.out", "where.self_out"};

template <bool restrides>
void install(torch::Library& m) {
  for (const char* name : kOperators)
    m.impl(name, torch::CppFunction::makeFromBoxedFunction<&write_dense<restrides>>());
}

const Registrar dense({"out-dense", "an out= that is a strided view is written as one block",
                       install<false>});
const Registrar restrided({"out-restrided", "an out= that is a strided view gets other strides",
                           install<true>});

}  // namespace
}  // namespace npu::out_dense
