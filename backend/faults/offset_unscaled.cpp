// offset-unscaled
//
// Imitates: a converting copy that is given the source's offset in elements and takes it for one in
//   bytes (F04; B20, B106).
// Trigger: copy_ on the device between two dtypes, from a source of more than one byte an element
//   at a storage offset > 0.
// Does: reads from too near to the start of the storage, rounded down to a whole element.
// Seen by: comparing the bytes of the destination. Hidden from sources of one byte an element.
#include "backend/faults/registry.h"
#include "backend/faults/wrong_place.h"

namespace npu::offset_unscaled {
namespace {

at::Tensor at_unscaled_offset(const at::Tensor& dst, const at::Tensor& src) {
  if (!on_device(dst, src) || dst.scalar_type() == src.scalar_type()) return {};
  if (src.itemsize() == 1 || src.storage_offset() == 0) return {};
  const auto itemsize = static_cast<std::int64_t>(src.itemsize());
  return held_back(src, src.sizes(), src.strides(), src.storage_offset() / itemsize);
}

const Registrar registrar({"offset-unscaled",
                           "a converting copy_ takes the source's offset in elements for bytes",
                           install_copy_from<at_unscaled_offset>});

}  // namespace
}  // namespace npu::offset_unscaled
