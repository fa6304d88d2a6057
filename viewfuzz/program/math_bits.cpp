// What ATen does to operands that have the conjugate or the negative bit, before an op sees them.

#include <algorithm>

#include "viewfuzz/layout/movement.h"
#include "viewfuzz/program/op.h"

namespace viewfuzz {
namespace {

/// Does ATen have a kernel that negates this dtype?
bool isNegatable(Dtype dtype) {
  return dtype == Dtype::ComplexHalf || (isArithmetic(dtype) && dtype != Dtype::Bool);
}

/// Does ATen on the CPU contradict itself here, so that nothing can be expected? Its conversion
/// between float16 and float32 forgets the negative bit, and the sign of a complex 0 depends on the
/// length.
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

/// A call as an op sees it that gets clones without the bits. It has only the operands of the call,
/// numbered anew, since a program may have many more tensors.
class OnClones {
 public:
  OnClones(const LayoutState& state, const Call& call) : state_(state), call_(call) {
    forEachOperandOfCall(call_, [&](int& id) { id = renumbered(id); });
  }

  Outcome outcome() {
    Outcome outcome = call_.entry->rule(seen_, call_);
    bool lost = false;
    for (Layout& layout : outcome.results) lost = !takeBack(layout) || lost;
    for (auto& [id, layout] : outcome.relaid) {
      id = tensors_[static_cast<size_t>(id)];
      lost = !takeBack(layout) || lost;
    }
    if (outcome.itself >= 0) outcome.itself = tensors_[static_cast<size_t>(outcome.itself)];
    return lost ? Outcome::dontKnow() : outcome;
  }

 private:
  static constexpr int kClone = -1;

  int renumbered(int id) {
    const auto known = std::find(tensors_.begin(), tensors_.end(), id);
    if (known != tensors_.end()) return static_cast<int>(known - tensors_.begin());
    Layout layout = state_.at(id);
    if (layout.hasBit()) {
      layout.strides = preservedStrides(layout);
      layout = inNewStorage(layout);
      layout.storage = seen_.newStorage(bytesNeeded(layout), -1);
      storages_.push_back(kClone);
    } else {
      layout.storage = renumberedStorage(layout.storage);
    }
    tensors_.push_back(id);
    seen_.addTensor(std::move(layout), -1);
    return static_cast<int>(tensors_.size()) - 1;
  }

  int renumberedStorage(int storage) {
    const auto known = std::find(storages_.begin(), storages_.end(), storage);
    if (known != storages_.end()) return static_cast<int>(known - storages_.begin());
    storages_.push_back(storage);
    const auto at = static_cast<size_t>(storage);
    const int renumbered = seen_.newStorage(state_.storage_bytes[at], state_.makers[at]);
    const auto listed = state_.contents.find(storage);
    if (listed != state_.contents.end()) seen_.contents[renumbered] = listed->second;
    return renumbered;
  }

  /// Puts a layout back into the storage of the program. False if the layout lies in a clone, as an
  /// `out` that is resized would: the clone is gone after the call.
  bool takeBack(Layout& layout) const {
    if (layout.storage < 0) return true;
    layout.storage = storages_[static_cast<size_t>(layout.storage)];
    return layout.storage != kClone;
  }

  const LayoutState& state_;
  Call call_;
  LayoutState seen_;
  std::vector<int> tensors_;   // the old number, by the new one
  std::vector<int> storages_;  // the old number, or kClone, by the new one
};

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
  // A view passes the bits on, and a change of layout in place keeps them.
  if (!any || op.kind == Kind::view || op.kind == Kind::metadata) return op.rule(state, call);
  if (op.honors_bits) {
    const bool known = negatable && !hasDoubtfulSign(state, call);
    return known ? op.rule(state, call) : Outcome::dontKnow();
  }
  // Other ops get clones without the bits. A destination is cloned too, and copied back.
  for (const int dest : destinations(call)) {
    if (state.at(dest).hasBit() && selfOverlaps(state.at(dest))) return Outcome::undefined();
  }
  const bool writes_list = op.kind == Kind::write && op.dest < call.args.size() &&
                           std::holds_alternative<TensorList>(call.args[op.dest].value);
  if (writes_list) return Outcome::dontKnow();  // ATen refuses some of them
  return OnClones(state, call).outcome();
}

}  // namespace viewfuzz
