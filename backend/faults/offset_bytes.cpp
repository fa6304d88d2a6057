// offset-bytes
//
// Imitates: a converting copy that scales the storage offset of its source by the item size of the
//   destination (F04; B20, B106).
// Trigger: copy_ on the device between dtypes of different item sizes, from a storage offset > 0.
// Does: reads from the wrong place, wrapped around where that would leave the source's storage.
// Seen by: comparing the bytes of the destination. Hidden from copies within one dtype.
#include "backend/faults/registry.h"
#include "backend/kernels/copy.h"
#include "backend/kernels/strided.h"
#include "backend/runtime/allocator.h"

namespace npu {
namespace {

const char* wrong_start(const at::Tensor& src, std::size_t wrong_itemsize) {
  const auto offset = static_cast<std::size_t>(src.storage_offset());
  const std::size_t extent =
      at::detail::computeStorageNbytes(src.sizes(), src.strides(), src.itemsize());
  const std::size_t last = src.storage().nbytes() - extent;  // the right start is in (0, last]
  const std::size_t right = offset * src.itemsize();
  const std::size_t wrapped = offset * wrong_itemsize % (last + 1);
  return first_element(src) - right + (wrapped == right ? 0 : wrapped);
}

at::Tensor& copy_(at::Tensor& self, const at::Tensor& src, bool non_blocking) {
  const bool triggered = self.itemsize() != src.itemsize() && self.device() == npu_device() &&
                         src.device() == npu_device() && src.storage_offset() > 0 &&
                         !src.is_conj() && !src.is_neg() && !self.is_conj() && !self.is_neg();
  const CopyLoop loop = triggered ? convert_loop(self.scalar_type(), src.scalar_type()) : nullptr;
  if (loop == nullptr) return npu::copy_(self, src, non_blocking);
  if (check_copy(self, src)) {
    run_walk(make_walk(self, src), first_element(self), wrong_start(src, self.itemsize()), loop);
  }
  return self;
}

const Registrar registrar({"offset-bytes",
                           "a converting copy_ scales the source's offset by the wrong item size",
                           [](torch::Library& m) { m.impl("copy_", TORCH_FN(copy_)); }});

}  // namespace
}  // namespace npu
