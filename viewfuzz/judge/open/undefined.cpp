#include "viewfuzz/judge/open/undefined.h"

#include "viewfuzz/judge/open/open_bits.h"
#include "viewfuzz/judge/open/open_values.h"
#include "viewfuzz/judge/open/without_bytes.h"
#include "viewfuzz/program/op.h"

namespace viewfuzz {
namespace {

/// Do the layout rules call it undefined, given the layouts of the reference?
bool isLeftOpen(const Step& step, const Call& call) {
  const LayoutState state = layoutsBefore(step);
  bool known = true;
  forEachOperandOfCall(call, [&](int id) { known = known && state.known(id); });
  return known && outcomeOf(state, call).verdict == Outcome::Verdict::undefined;
}

/// Can a difference in the last digit of an operand become a large difference of the result?
bool isLeap(const Step& step, const Call& call) {
  if (call.entry->jumps) return true;
  if (call.entry->kind != Kind::write || call.args.size() < 2) return false;
  const auto dtypeOf = [&](const Argument& argument) {
    const auto* ref = std::get_if<TensorRef>(&argument.value);
    return ref ? step.referenceBefore().tensors[static_cast<size_t>(ref->id)].layout.dtype
               : Dtype::Bool;
  };
  return category(dtypeOf(call.args[0])) < Category::floating &&
         category(dtypeOf(call.args[1])) >= Category::floating;
}

/// Does the device refuse to mix its tensors with those of the host? The reference cannot say
/// whether it should: all its tensors lie on the host.
bool refusesMixture(const Step& step, const Call& call) {
  if (!step.of.device.refusals[step.index]) return false;
  LayoutState state = layoutsBefore(step);
  for (size_t id = 0; id < state.tensors.size(); ++id)
    state.tensors[id].host = step.deviceBefore().tensors[id].host;
  return mixesDevices(state, call);
}

}  // namespace

bool isUndefined(const Step& step) {
  const Call* call = step.call();
  if (call != nullptr && refusesMixture(step, *call)) return true;
  if (isOpenWithoutBytes(step)) return true;
  if (call == nullptr || call->entry == nullptr || step.of.reference.refusals[step.index] ||
      step.of.reference.skipped[step.index])
    return false;
  if (isLeftOpen(step, *call)) return true;
  if (step.index > step.of.inexact_from && isLeap(step, *call)) return true;
  if (hasOpenBits(step, *call)) return true;
  return isOpenByValues(step.referenceBefore(), *call);
}

}  // namespace viewfuzz
