// set-keeps-storage
//
// Imitates: a set_ that binds a name of its own anew, and not the tensor (F24; B91).
// Trigger: set_ to another tensor.
// Does: nothing.
// Seen by: comparing storages and sizes, or bytes after a write to one of the two.
#include "backend/faults/registry.h"

namespace npu::set_keeps_storage {
namespace {

at::Tensor& set_tensor_(at::Tensor& self, const at::Tensor& /*source*/) { return self; }

const Registrar registrar({"set-keeps-storage", "set_ to another tensor does nothing",
                           [](torch::Library& m) {
                             m.impl("set_.source_Tensor", TORCH_FN(set_tensor_));
                           }});

}  // namespace
}  // namespace npu::set_keeps_storage
