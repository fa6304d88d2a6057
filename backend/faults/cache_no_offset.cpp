// cache-no-offset
//
// Imitates: a cache of copy plans whose key leaves out the storage offset (F06; B44, B13).
// Trigger: copy_ on the device from a source that is not contiguous, whose sizes, strides, dtype
//   and storage length have been seen with another offset.
// Does: reads from the offset of the first one.
// Seen by: comparing the bytes of the destination, when one process makes both copies.
#include <mutex>

#include "backend/faults/registry.h"
#include "backend/faults/wrong_place.h"
#include "backend/kernels/plan_cache.h"

namespace npu::cache_no_offset {
namespace {

struct WithoutOffset : SourceLayout {
  explicit WithoutOffset(const SourceLayout& layout) : SourceLayout(layout) { offset = 0; }
};

std::mutex mutex;
PlanCache<WithoutOffset> cache;

at::Tensor as_first_planned(const at::Tensor& dst, const at::Tensor& src) {
  if (!on_device(dst, src) || src.is_contiguous()) return {};
  const std::lock_guard lock(mutex);
  const SourcePlan& plan = cache.find_or_make(layout_of(src));
  return held_back(src, read_axes(plan.axes, static_cast<std::size_t>(src.dim())));
}

void install(torch::Library& m) {
  cache = {};
  install_copy_from<as_first_planned>(m);
}

const Registrar registrar({"cache-no-offset",
                           "copy_ finds its plan by a key without the storage offset", install});

}  // namespace
}  // namespace npu::cache_no_offset
