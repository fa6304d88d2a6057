// step-offset
//
// Imitates: a copy engine whose stepped axes have no start (F08; B47).
// Trigger: copy_ on the device from a source that is read in steps > 1, and from a start > 0, along
//   an axis that is not the last.
// Does: reads from the start of that axis.
// Seen by: comparing the bytes of the destination. Hidden from a start alone and a step alone.
#include "backend/faults/registry.h"
#include "backend/faults/wrong_place.h"

namespace npu::step_offset {
namespace {

at::Tensor without_starts(const at::Tensor& dst, const at::Tensor& src) {
  if (!on_device(dst, src) || src.is_contiguous()) return {};
  SourcePlan plan = make_plan(layout_of(src));
  if (plan.pattern != Pattern::kStep) return {};
  for (Axis& axis : plan.axes)
    if (axis.step > 1) axis.start = 0;
  return held_back(src, read_axes(plan.axes, static_cast<std::size_t>(src.dim())));
}

const Registrar registrar({"step-offset", "copy_ drops the start of a source that is read in steps",
                           install_copy_from<without_starts>});

}  // namespace
}  // namespace npu::step_offset
