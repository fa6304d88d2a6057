// async-late
//
// Imitates: an upload that does not block and reads the host's memory when the queue is waited for
//   (F35; B40, B101).
// Trigger: copy_ from the host with non_blocking.
// Does: uploads at the next download, or the next upload that does not block, with the bytes that
//   the host tensor has by then. Until then the destination stays as it was.
// Seen by: comparing the bytes of the destination at the end, when the source has been written in
//   between. Hidden from a download after each upload.
#include <mutex>

#include "backend/faults/registry.h"
#include "backend/faults/wrong_place.h"
#include "backend/kernels/copy.h"

namespace npu::async_late {
namespace {

// Both tensors are held, so that the late copy stays inside of live memory.
struct Upload {
  at::Tensor dst;
  at::Tensor src;
};

std::mutex mutex;

// Never destroyed: the allocator may be gone by then.
std::optional<Upload>& waiting() {
  static auto* const one = new std::optional<Upload>;
  return *one;
}

// Another kernel may have changed a layout in between. Such an upload is lost.
void synchronise() {
  std::optional<Upload> upload;
  {
    const std::lock_guard lock(mutex);
    upload.swap(waiting());
  }
  if (upload && upload->dst.sizes().equals(upload->src.sizes()))
    npu::copy_(upload->dst, upload->src, false);
}

at::Tensor& copy_(at::Tensor& self, const at::Tensor& src, bool non_blocking) {
  if (on_device(self) && src.is_cpu() && non_blocking && self.sizes().equals(src.sizes())) {
    synchronise();
    if (!check_copy(self, src)) return self;
    const std::lock_guard lock(mutex);
    waiting() = Upload{self, src};
    return self;
  }
  if (self.is_cpu()) synchronise();
  return npu::copy_(self, src, non_blocking);
}

void install(torch::Library& m) {
  waiting().reset();
  m.impl("copy_", TORCH_FN(copy_));
}

const Registrar registrar({"async-late", "a non_blocking upload takes place at the next download",
                           install});

}  // namespace
}  // namespace npu::async_late
