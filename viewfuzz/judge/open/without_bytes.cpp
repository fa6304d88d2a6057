#include "viewfuzz/judge/open/without_bytes.h"

#include "viewfuzz/program/op.h"

namespace viewfuzz {
namespace {

/// Do the layout rules refuse the call?
bool refusedByLayout(const Step& step, const Call& call) {
  if (call.entry == nullptr) return false;
  const LayoutState state = layoutsBefore(step);
  bool known = true;
  forEachOperandOfCall(call, [&](int id) { known = known && state.known(id); });
  return known && outcomeOf(state, call).verdict == Outcome::Verdict::refused;
}

}  // namespace

bool isOpenWithoutBytes(const Step& step) {
  const Call* call = step.call();
  if (step.of.device.shows.bytes || call == nullptr) return false;
  const auto& ours = step.of.device.refusals[step.index];
  const auto& theirs = step.of.reference.refusals[step.index];
  // Without bytes, an op whose outcome depends on values may do without a kernel.
  if (ours && ours->kind == "NotImplementedError") return true;
  // The reference refuses an index beyond the end. The device cannot see the index.
  return !ours && theirs && !refusedByLayout(step, *call);
}

}  // namespace viewfuzz
