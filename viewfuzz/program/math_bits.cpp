// What ATen does to operands that have the conjugate or the negative bit, before an op sees them.

#include <algorithm>

#include "viewfuzz/layout/movement.h"
#include "viewfuzz/program/op.h"

namespace viewfuzz {
namespace {

/// Is there a kernel that turns the sign?
bool isNegatable(Dtype dtype) {
  return dtype == Dtype::ComplexHalf || (isArithmetic(dtype) && dtype != Dtype::Bool);
}

/// Where ATen on the CPU contradicts itself, so that it is not asked: its conversion between
/// float16 and float32 forgets the negative bit, and the sign of a complex 0 depends on the length.
bool hasDoubtfulSign(const LayoutState& state, const Call& call) {
  bool half = false;
  bool single = false;
  bool complex = false;
  bool negative = false;
  forEachOperandOfCall(call, [&](int id) {
    half = half || state.at(id).dtype == Dtype::Half;
    single = single || state.at(id).dtype == Dtype::Float;
    complex = complex || category(state.at(id).dtype) == Category::complex;
    negative = negative || state.at(id).neg;
  });
  return negative && (complex || (half && single));
}

}  // namespace

bool takesHost(const Op& op) {
  switch (op.placement) {
    case Placement::byKind:
      return op.kind == Kind::view;
    case Placement::anywhere:
      return true;
    case Placement::device:
      return false;
  }
  return false;
}

bool mixesDevices(const LayoutState& state, const Call& call) {
  if (call.entry != nullptr && takesHost(*call.entry)) return false;
  bool host = false;
  forEachOperandOfCall(call, [&](int id) { host = host || state.at(id).host; });
  return host;
}

Outcome outcomeOf(const LayoutState& state, const Call& call) {
  const Op& op = *call.entry;
  if (mixesDevices(state, call)) return Outcome::dontKnow();
  bool any = false;
  bool negatable = true;
  forEachOperandOfCall(call, [&](int id) {
    any = any || state.at(id).hasBit();
    negatable = negatable && isNegatable(state.at(id).dtype);
  });
  // A view hands the bits on, and a change of layout in place leaves them alone.
  if (!any || op.kind == Kind::view || op.kind == Kind::metadata) return op.rule(state, call);
  if (op.honors_bits) {
    const bool known = negatable && !hasDoubtfulSign(state, call);
    return known ? op.rule(state, call) : Outcome::dontKnow();
  }
  // The others get clones without the bits. A destination is cloned too, and copied back.
  for (const int dest : destinations(call)) {
    if (state.at(dest).hasBit() && selfOverlaps(state.at(dest))) return Outcome::undefined();
  }
  const bool writes_list = op.kind == Kind::write && op.dest < call.args.size() &&
                           std::holds_alternative<TensorList>(call.args[op.dest].value);
  if (writes_list) return Outcome::dontKnow();  // ATen refuses some of them
  LayoutState resolved = state;
  forEachOperandOfCall(call, [&](int id) {
    Layout& layout = resolved.tensors[static_cast<size_t>(id)];
    if (!layout.hasBit()) return;
    layout.strides = preservedStrides(layout);
    layout = inNewStorage(layout);
    layout.storage = resolved.newStorage(bytesNeeded(layout), -1);
  });
  Outcome outcome = op.rule(resolved, call);
  // The clones' storages are gone behind the call: nothing may be laid into one, as an `out` that
  // is resized would be.
  const auto inClone = [&](const Layout& layout) {
    return layout.storage >= static_cast<int>(state.storage_bytes.size());
  };
  const bool lost = std::any_of(outcome.results.begin(), outcome.results.end(), inClone) ||
                    std::any_of(outcome.relaid.begin(), outcome.relaid.end(),
                                [&](const auto& relaid) { return inClone(relaid.layout); });
  return lost ? Outcome::dontKnow() : outcome;
}

}  // namespace viewfuzz
