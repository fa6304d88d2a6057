#include "viewfuzz/judge/open/without_bytes.h"

#include "viewfuzz/program/op.h"

namespace viewfuzz {
namespace {

/// Do the layouts alone say that the call is to be refused?
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
  // An op whose outcome depends on values need not have a kernel.
  if (ours && ours->kind == "NotImplementedError") return true;
  // An index beyond the end is seen by who sees the index.
  return !ours && theirs && !refusedByLayout(step, *call);
}

}  // namespace viewfuzz
