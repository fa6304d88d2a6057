// base-extent, base-extent-after-warm-up
//
// Imitates: a copy that takes its length from the storage of the source (F11; B105), or does so
//   once a copy of another length has set up its buffers (B46).
// Trigger: copy_ on the device within one dtype, both contiguous, from a source that ends before
//   its storage does. base-extent-after-warm-up: the last such copy was of another length.
// Does: copies on, to the end of one of the storages.
// Seen by: comparing the bytes behind the destination. Hidden from comparing the destination alone.
#include <atomic>

#include "backend/faults/registry.h"
#include "backend/faults/wrong_place.h"
#include "backend/kernels/copy.h"
#include "backend/kernels/strided.h"

namespace npu::base_extent {
namespace {

bool is_block_copy(const at::Tensor& dst, const at::Tensor& src) {
  return on_device(dst, src) && dst.scalar_type() == src.scalar_type() && dst.is_contiguous() &&
         src.is_contiguous() && dst.sizes().equals(src.sizes()) && dst.is_conj() == src.is_conj() &&
         dst.is_neg() == src.is_neg();
}

void copy_to_end(const at::Tensor& dst, const at::Tensor& src) {
  if (!check_copy(dst, src)) return;
  const std::size_t bytes = std::min(bytes_to_end(dst), bytes_to_end(src));
  std::memmove(first_element(dst), first_element(src), bytes);
}

at::Tensor& copy_(at::Tensor& self, const at::Tensor& src, bool non_blocking) {
  if (!is_block_copy(self, src)) return npu::copy_(self, src, non_blocking);
  copy_to_end(self, src);
  return self;
}

constexpr std::int64_t kNone = 0;
std::atomic<std::int64_t> last_numel = kNone;

at::Tensor& copy_after_warm_up_(at::Tensor& self, const at::Tensor& src, bool non_blocking) {
  if (!is_block_copy(self, src)) return npu::copy_(self, src, non_blocking);
  const std::int64_t last = last_numel.exchange(self.numel());
  if (last == kNone || last == self.numel()) return npu::copy_(self, src, non_blocking);
  copy_to_end(self, src);
  return self;
}

const Registrar always({"base-extent", "copy_ goes on to the end of the source's storage",
                        [](torch::Library& m) { m.impl("copy_", TORCH_FN(copy_)); }});
const Registrar after_warm_up(
    {"base-extent-after-warm-up",
     "copy_ goes on to the end of the source's storage after a copy of another length",
     [](torch::Library& m) {
       last_numel = kNone;
       m.impl("copy_", TORCH_FN(copy_after_warm_up_));
     }});

}  // namespace
}  // namespace npu::base_extent
