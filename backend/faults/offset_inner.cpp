// offset-inner
//
// Imitates: a copy engine whose command has a start for every axis but the innermost one, which is
//   handled in tiles (F03; B45, B34).
// Trigger: copy_ on the device from a source that is not contiguous, and that starts within the
//   innermost axis of the block it is cut from.
// Does: reads from the start of that axis.
// Seen by: comparing the bytes of the destination. Hidden from slices of whole rows.
#include "backend/faults/registry.h"
#include "backend/faults/wrong_place.h"

namespace npu::offset_inner {
namespace {

at::Tensor without_inner_start(const at::Tensor& dst, const at::Tensor& src) {
  if (!on_device(dst, src) || src.is_contiguous()) return {};
  SourcePlan plan = make_plan(layout_of(src));
  if (plan.pattern == Pattern::kGeneric || plan.axes.size() < 2 || plan.axes.back().start == 0)
    return {};
  plan.axes.back().start = 0;
  return held_back(src, read_axes(plan.axes, static_cast<std::size_t>(src.dim())));
}

const Registrar registrar({"offset-inner",
                           "copy_ drops the part of a source's offset that lies in the last axis",
                           install_copy_from<without_inner_start>});

}  // namespace
}  // namespace npu::offset_inner
