// step-one-dst, step-one-dst-last
//
// Imitates: writes whose command has steps for what is read only (F09; B73, B116).
// Trigger: copy_ or fill_ to a device tensor that is cut out of a dense block in steps > 1 along an
//   axis: step-one-dst: that is not the last. step-one-dst-last: that is the last.
// Does: takes the step for 1, so that what lies between is written and the end is not.
// Seen by: comparing the bytes of the destination's storage. Hidden from reads in steps.
#include "backend/faults/registry.h"
#include "backend/faults/wrong_place.h"
#include "backend/kernels/copy.h"
#include "backend/kernels/fill.h"

namespace npu::step_one_dst {
namespace {

using WrongDestination = at::Tensor (*)(const at::Tensor&);

at::Tensor without_steps(const at::Tensor& dst) {
  SourcePlan plan = make_plan(layout_of(dst));
  if (plan.pattern != Pattern::kStep) return {};
  for (Axis& axis : plan.axes) axis.step = 1;
  return held_back(dst, read_axes(plan.axes, static_cast<std::size_t>(dst.dim())));
}

// A step along the last axis is a position on an axis behind it.
at::Tensor without_last_step(const at::Tensor& dst) {
  SourcePlan plan = make_plan(layout_of(dst));
  if (plan.pattern != Pattern::kSelect || plan.axes.size() < 2) return {};
  const std::int64_t dim = plan.axes[plan.axes.size() - 2].dim;
  at::DimVector strides(dst.strides());
  strides[static_cast<std::size_t>(dim)] = 1;
  return held_back(dst, dst.sizes(), strides, dst.storage_offset());
}

template <WrongDestination wrong>
at::Tensor destination(const at::Tensor& dst) {
  const at::Tensor other = on_device(dst) && dst.numel() > 0 ? wrong(dst) : at::Tensor();
  return other.defined() ? other : dst;
}

template <WrongDestination wrong>
at::Tensor& copy_(at::Tensor& self, const at::Tensor& src, bool non_blocking) {
  const at::Tensor other = destination<wrong>(self);
  if (other.is_same(self)) return npu::copy_(self, src, non_blocking);
  if (check_copy(self, src)) copy_elements(other, elements_of(src));
  return self;
}

template <WrongDestination wrong>
at::Tensor& fill_(at::Tensor& self, const at::Scalar& value) {
  fill_elements(destination<wrong>(self), value);
  return self;
}

template <WrongDestination wrong>
void install(torch::Library& m) {
  m.impl("copy_", &copy_<wrong>);
  m.impl("fill_.Scalar", &fill_<wrong>);
}

const Registrar outer({"step-one-dst", "copy_ and fill_ take a destination's step for 1",
                       install<without_steps>});
const Registrar last({"step-one-dst-last",
                      "copy_ and fill_ take a destination's step along the last dim for 1",
                      install<without_last_step>});

}  // namespace
}  // namespace npu::step_one_dst
