// cache-by-numel, cache-by-rank
//
// Imitates: caches of copy plans, or of compiled graphs, whose key is too short (F07; B98, B99).
// Trigger: copy_ on the device from a source that is not contiguous, after one from another such
//   source of the same dtype that is equal in: cache-by-numel: the number of elements.
//   cache-by-rank: the number of dims.
// Does: reads with the strides of the first one, from the right offset. Missing strides are 0.
// Seen by: comparing the bytes of the destination, when one process makes both copies.
#include <mutex>

#include "backend/faults/registry.h"
#include "backend/faults/wrong_place.h"
#include "backend/kernels/plan_cache.h"

namespace npu::cache_by_shape {
namespace {

struct ByNumel {
  explicit ByNumel(const SourceLayout& layout)
      : dtype(layout.dtype), numel(c10::multiply_integers(layout.sizes)) {}
  bool operator==(const ByNumel&) const = default;
  at::ScalarType dtype;
  std::int64_t numel;
};

struct ByRank {
  explicit ByRank(const SourceLayout& layout) : dtype(layout.dtype), rank(layout.sizes.size()) {}
  bool operator==(const ByRank&) const = default;
  at::ScalarType dtype;
  std::size_t rank;
};

std::size_t hash_value(const ByNumel& key) {
  return static_cast<std::size_t>(key.numel) * 64 + static_cast<std::size_t>(key.dtype);
}
std::size_t hash_value(const ByRank& key) {
  return key.rank * 64 + static_cast<std::size_t>(key.dtype);
}

// Axes of dims that the source does not have are left out.
Axes axes_within(const Axes& axes, std::int64_t rank) {
  Axes kept;
  std::copy_if(axes.begin(), axes.end(), std::back_inserter(kept),
               [&](const Axis& axis) { return axis.dim < rank; });
  return kept;
}

std::mutex mutex;
template <typename Key>
PlanCache<Key> cache;

template <typename Key>
at::Tensor with_first_strides(const at::Tensor& dst, const at::Tensor& src) {
  if (!on_device(dst, src) || src.is_contiguous()) return {};
  const std::lock_guard lock(mutex);
  const SourcePlan& plan = cache<Key>.find_or_make(layout_of(src));
  const Reading reading =
      read_axes(axes_within(plan.axes, src.dim()), static_cast<std::size_t>(src.dim()));
  return held_back(src, src.sizes(), reading.strides, src.storage_offset());
}

template <typename Key>
void install(torch::Library& m) {
  cache<Key> = {};
  install_copy_from<with_first_strides<Key>>(m);
}

const Registrar by_numel({"cache-by-numel",
                          "copy_ finds its plan by dtype and number of elements alone",
                          install<ByNumel>});
const Registrar by_rank({"cache-by-rank", "copy_ finds its plan by dtype and number of dims alone",
                         install<ByRank>});

}  // namespace
}  // namespace npu::cache_by_shape
