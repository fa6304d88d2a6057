#include "viewfuzz/judge/third_vote/referee.h"

#include "viewfuzz/judge/properties.h"
#include "viewfuzz/judge/third_vote/interpret.h"
#include "viewfuzz/program/op.h"

namespace viewfuzz {
namespace {

/// The side that is not confirmed, if exactly one is.
OddOneOut between(bool confirms_device, bool confirms_reference) {
  if (confirms_device == confirms_reference) return OddOneOut::unknown;
  return confirms_device ? OddOneOut::reference : OddOneOut::device;
}

OddOneOut byRefusal(const Step& step, const Outcome& outcome) {
  const bool device = step.of.device.refusals[step.index].has_value();
  const bool reference = step.of.reference.refusals[step.index].has_value();
  switch (outcome.verdict) {
    case Outcome::Verdict::accepted:
      return between(!device, !reference);
    case Outcome::Verdict::refused:
      return between(device, reference);
    default:
      return OddOneOut::unknown;
  }
}

/// Does the side show the layouts of the rule, in the same storages?
bool laidAsRuled(const LayoutState& after, const Snapshot& side) {
  std::vector<int> first_by_rule(after.storage_bytes.size(), -1);
  const std::vector<int> first_of_side = aliases(side);
  for (size_t id = 0; id < after.tensors.size(); ++id) {
    if (!after.known(static_cast<int>(id)) || !side.tensors[id].defined) continue;
    TensorState ruled;
    ruled.layout = after.tensors[id];
    if (!layoutsAgree(side.tensors[id], ruled)) return false;
    if (numel(ruled.layout) == 0) continue;
    int& first = first_by_rule[static_cast<size_t>(ruled.layout.storage)];
    if (first < 0) first = static_cast<int>(id);
    if (first_of_side[id] != first) return false;
  }
  return true;
}

OddOneOut byBytes(const Step& step) {
  const auto expected = interpret(step);
  if (!expected) return OddOneOut::unknown;
  return between(shows(*expected, step.deviceBefore(), step.device()),
                 shows(*expected, step.referenceBefore(), step.reference()));
}

}  // namespace

OddOneOut oddOneOut(const Step& step, Property property) {
  const Call* call = step.call();
  if (call == nullptr || call->entry == nullptr) return OddOneOut::unknown;
  LayoutState state = layoutsBefore(step);
  const Outcome outcome = viewfuzz::step(state, step.statement());
  switch (property) {
    case Property::errors:
      return byRefusal(step, outcome);
    case Property::aliasing:
    case Property::layout:
      if (!outcome.accepted()) return OddOneOut::unknown;
      return between(laidAsRuled(state, step.device()), laidAsRuled(state, step.reference()));
    case Property::containment:
    case Property::writeBack:
    case Property::values:
      return byBytes(step);
    default:
      return OddOneOut::unknown;
  }
}

}  // namespace viewfuzz
