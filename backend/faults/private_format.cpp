// private-format
//
// Imitates: a backend that keeps products of matrices in a tiled format, and casts them to the
//   plain one before it makes a view of them (F15; B51).
// Trigger: a view of another rank, of those that core builds from as_strided, of the result of mm
//   or bmm.
// Does: returns a view of a copy, and warns once.
// Seen by: comparing the bytes of the base after a write through the view, or by comparing
//   storages. Hidden from other tensors, and from views of the same rank.
#include <ATen/ops/as_strided_native.h>

#include "backend/fallback/fallback.h"
#include "backend/faults/marks.h"
#include "backend/faults/registry.h"
#include "backend/faults/wrong_place.h"

namespace npu::private_format {
namespace {

struct Tiled;

void tiled_product(const c10::OperatorHandle& op, torch::jit::Stack* stack) {
  fallback(op, stack);
  set_mark<Tiled>(stack->back().toTensor(), 1);
}

at::Tensor as_strided(const at::Tensor& self, at::IntArrayRef sizes, at::IntArrayRef strides,
                      std::optional<std::int64_t> offset) {
  const bool triggered =
      mark_of<Tiled>(self) != 0 && static_cast<std::int64_t>(sizes.size()) != self.dim();
  if (!triggered) return at::native::as_strided_tensorimpl(self, sizes, strides, offset);
  TORCH_WARN_ONCE("A view of a tensor in a private format is one of a copy: do not write to it");
  return at::native::as_strided_tensorimpl(elements_of(self), sizes, strides, offset);
}

void install(torch::Library& m) {
  for (const char* name : {"mm", "bmm"})
    m.impl(name, torch::CppFunction::makeFromBoxedFunction<&tiled_product>());
  m.impl("as_strided", TORCH_FN(as_strided));
}

const Registrar registrar({"private-format",
                           "a view of another rank of a matrix product is one of a copy", install});

}  // namespace
}  // namespace npu::private_format
