// offset-twice
//
// Imitates: a strided copy that adds the offset to a pointer which has it already (F05; B61, B141).
// Trigger: copy_ on the device from a source that is not contiguous, at a storage offset > 0.
// Does: reads from twice the offset, wrapped around where that would leave the storage.
// Seen by: comparing the bytes of the destination. Hidden from sources at offset 0.
#include "backend/faults/registry.h"
#include "backend/faults/wrong_place.h"

namespace npu::offset_twice {
namespace {

at::Tensor at_twice_the_offset(const at::Tensor& dst, const at::Tensor& src) {
  if (!on_device(dst, src) || src.is_contiguous() || src.storage_offset() == 0) return {};
  return held_back(src, src.sizes(), src.strides(), 2 * src.storage_offset());
}

const Registrar registrar({"offset-twice",
                           "copy_ from a strided source adds the storage offset twice",
                           install_copy_from<at_twice_the_offset>});

}  // namespace
}  // namespace npu::offset_twice
