// channels-last-offset, channels-last-slice
//
// Imitates: copies that keep a memory format only of whole tensors (F31; B30, B31).
// Trigger: copy_ on the device from a source of four dims in channels_last: channels-last-offset:
//   at a storage offset > 0. channels-last-slice: with a part of the channels.
// Does: reads a block from where the source starts, as if it were contiguous.
// Seen by: comparing the bytes of the destination. Hidden from each factor alone.
#include "backend/faults/registry.h"
#include "backend/faults/wrong_place.h"

namespace npu::channels_last_offset {
namespace {

bool is_channels_last(const at::Tensor& tensor) {
  return tensor.dim() == 4 && tensor.is_contiguous(at::MemoryFormat::ChannelsLast) &&
         !tensor.is_contiguous();
}

at::Tensor whole_at_an_offset(const at::Tensor& dst, const at::Tensor& src) {
  const bool triggered = on_device(dst, src) && is_channels_last(src) && src.storage_offset() > 0;
  return triggered ? dense_at(src) : at::Tensor();
}

// Strides in the order of channels_last, with room for more channels.
at::Tensor some_channels(const at::Tensor& dst, const at::Tensor& src) {
  const bool triggered = on_device(dst, src) && src.dim() == 4 && src.stride(1) == 1 &&
                         src.size(1) > 1 && src.stride(3) > src.size(1) && src.size(3) > 1 &&
                         src.stride(2) == src.stride(3) * src.size(3);
  return triggered ? dense_at(src) : at::Tensor();
}

const Registrar offset({"channels-last-offset",
                        "copy_ reads a channels_last source at an offset as if it were contiguous",
                        install_copy_from<whole_at_an_offset>});
const Registrar slice({"channels-last-slice",
                       "copy_ reads some channels of a channels_last source as if contiguous",
                       install_copy_from<some_channels>});

}  // namespace
}  // namespace npu::channels_last_offset
