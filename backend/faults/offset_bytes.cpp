// offset-bytes
//
// Imitates: a converting copy that scales the storage offset of its source by the item size of the
//   destination (F04; B20, B106).
// Trigger: copy_ on the device between dtypes of different item sizes, from a storage offset > 0.
// Does: reads from the wrong place, wrapped around where that would leave the source's storage.
// Seen by: comparing the bytes of the destination. Hidden from copies within one dtype.
#include "backend/faults/registry.h"
#include "backend/kernels/copy.h"
#include "backend/runtime/allocator.h"

namespace npu::offset_bytes {
namespace {

bool triggered(const at::Tensor& dst, const at::Tensor& src) {
  return dst.device() == npu_device() && src.device() == npu_device() &&
         dst.itemsize() != src.itemsize() && src.storage_offset() > 0;
}

at::Tensor at_wrong_offset(const at::Tensor& src, std::size_t wrong_itemsize) {
  const std::size_t itemsize = src.itemsize();
  const auto right = static_cast<std::size_t>(src.storage_offset());
  const std::size_t extent =
      at::detail::computeStorageNbytes(src.sizes(), src.strides(), itemsize) / itemsize;
  const std::size_t last = src.storage().nbytes() / itemsize - extent;  // right is in (0, last]
  const std::size_t wrong = right * wrong_itemsize / itemsize % (last + 1);
  return src.as_strided(src.sizes(), src.strides(),
                        static_cast<std::int64_t>(wrong == right ? 0 : wrong));
}

at::Tensor& copy_(at::Tensor& self, const at::Tensor& src, bool non_blocking) {
  if (!triggered(self, src)) return npu::copy_(self, src, non_blocking);
  if (!check_copy(self, src)) return self;
  // The clone is for a wrong place that overlaps the destination: hardware would not refuse it.
  return npu::copy_(self, at_wrong_offset(src, self.itemsize()).clone(), non_blocking);
}

const Registrar registrar({"offset-bytes",
                           "a converting copy_ scales the source's offset by the wrong item size",
                           [](torch::Library& m) { m.impl("copy_", TORCH_FN(copy_)); }});

}  // namespace
}  // namespace npu::offset_bytes
