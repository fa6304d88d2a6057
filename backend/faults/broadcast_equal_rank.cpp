// broadcast-equal-rank
//
// Imitates: a copy that broadcasts sources of lower rank only (F20; B27).
// Trigger: copy_ on the device where the source has as many dims as the destination, and a size of
//   1 where the destination has more.
// Does: reads a block of the destination's size, past the end of the source.
// Seen by: comparing the bytes of the destination. Hidden from numbers and sources of lower rank.
#include "backend/faults/registry.h"
#include "backend/faults/wrong_place.h"

namespace npu::broadcast_equal_rank {
namespace {

at::Tensor past_the_end(const at::Tensor& dst, const at::Tensor& src) {
  if (!on_device(dst, src) || dst.dim() != src.dim() || dst.sizes().equals(src.sizes())) return {};
  return held_back(src, dst.sizes(), c10::contiguous_strides(dst.sizes()), src.storage_offset());
}

const Registrar registrar({"broadcast-equal-rank",
                           "copy_ reads past a source of size 1 instead of broadcasting it",
                           install_copy_from<past_the_end>});

}  // namespace
}  // namespace npu::broadcast_equal_rank
