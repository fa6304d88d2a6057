// overlap-forward
//
// Imitates: a copy within one storage that goes forward in blocks, without a temporary (F27; B97).
// Trigger: copy_ within one dtype between contiguous device tensors of one storage, from a place
//   before the destination that overlaps it.
// Does: copies kBlock elements at a time, and reads what it has written. Does not refuse.
// Seen by: comparing refusals: the right one does not copy between tensors that overlap in part.
#include "backend/faults/registry.h"
#include "backend/faults/wrong_place.h"
#include "backend/kernels/copy.h"
#include "backend/kernels/strided.h"

namespace npu::overlap_forward {
namespace {

constexpr std::size_t kBlock = 4;

bool triggered(const at::Tensor& dst, const at::Tensor& src) {
  const std::int64_t shift = dst.storage_offset() - src.storage_offset();
  return on_device(dst, src) && dst.is_alias_of(src) && dst.scalar_type() == src.scalar_type() &&
         dst.sizes().equals(src.sizes()) && dst.is_contiguous() && src.is_contiguous() &&
         dst.is_conj() == src.is_conj() && dst.is_neg() == src.is_neg() && shift > 0 &&
         shift < src.numel();
}

at::Tensor& copy_(at::Tensor& self, const at::Tensor& src, bool non_blocking) {
  if (!triggered(self, src)) return npu::copy_(self, src, non_blocking);
  char* const to = first_element(self);
  const char* const from = first_element(src);
  const std::size_t block = kBlock * self.itemsize();
  for (std::size_t done = 0; done < self.nbytes(); done += block)
    std::memmove(to + done, from + done, std::min(block, self.nbytes() - done));
  return self;
}

const Registrar registrar({"overlap-forward",
                           "copy_ to a place a little behind its source reads what it has written",
                           [](torch::Library& m) { m.impl("copy_", TORCH_FN(copy_)); }});

}  // namespace
}  // namespace npu::overlap_forward
