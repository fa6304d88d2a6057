#include "viewfuzz/ops/results.h"

namespace viewfuzz {

Dims broadcastByteStrides(const Layout& layout, DimsView sizes) {
  Dims strides(sizes.size(), 0);
  const size_t lead = sizes.size() - layout.sizes.size();
  for (size_t d = 0; d < layout.sizes.size(); ++d) {
    const bool expanded = layout.sizes[d] == 1 && sizes[lead + d] != 1;
    strides[lead + d] = expanded ? 0 : layout.strides[d] * itemsize(layout.dtype);
  }
  return strides;
}

Layout cloned(const Layout& layout) {
  Layout copy = inNewStorage(layout);
  copy.strides = preservedStrides(layout);
  return copy;
}

Layout contiguousLayout(Dims sizes, Dtype dtype) {
  Layout layout;
  layout.strides = contiguousStrides(sizes);
  layout.sizes = std::move(sizes);
  layout.dtype = dtype;
  return layout;
}

Layout elementwiseLayout(const Dims& sizes, Dtype dtype, const std::vector<Layout>& operands) {
  Layout result = contiguousLayout(sizes, dtype);
  const auto all = [&](auto holds) {
    return std::all_of(operands.begin(), operands.end(), [&](const Layout& operand) {
      return operand.sizes == sizes && holds(operand);
    });
  };
  if (all([](const Layout& operand) { return isContiguous(operand); })) return result;
  if (all([&](const Layout& operand) {
        return operand.strides == operands[0].strides && isNonOverlappingAndDense(operand);
      })) {
    result.strides = operands[0].strides;
    return result;
  }
  std::vector<Dims> strides;
  for (const Layout& operand : operands) strides.push_back(broadcastByteStrides(operand, sizes));
  result.strides = denseLike(sizes, strides);
  return result;
}

Outcome intoOut(const LayoutState& state, int out, const Layout& result,
                std::span<const int> operands, Sharing sharing) {
  const Layout& dest = state.at(out);
  if (dest.dtype != result.dtype || dest.hasBit()) return Outcome::dontKnow();
  const bool resized = dest.sizes != result.sizes;
  if (selfOverlaps(dest)) return Outcome::undefined();
  for (const int id : operands) {
    const Layout& operand = state.at(id);
    // ATen checks the overlap before the resize, and the answer may be wrong after it.
    if (resized && operand.storage == dest.storage) return Outcome::undefined();
    const Overlap shared = overlap(dest, operand);
    if (shared == Overlap::partial ||
        (shared == Overlap::same && sharing == Sharing::mustBeDisjoint))
      return Outcome::undefined();
  }
  if (!resized) return {};
  // If a storage grows up to the offset, nobody writes the new bytes there.
  const int64_t end = state.storage_bytes[static_cast<size_t>(dest.storage)];
  if (numel(result) > 0 && dest.offset * itemsize(dest.dtype) > end) return Outcome::undefined();
  Layout relaid = dest;
  relaid.sizes = result.sizes;
  relaid.strides = result.strides;
  return Outcome::relay(out, relaid);
}

int drawOut(Draft& draft, const Layout& result, std::span<const int> operands) {
  const auto apart = [&](const Layout& layout) {
    return std::all_of(operands.begin(), operands.end(), [&](int id) {
      return overlap(layout, draft.state.at(id)) == Overlap::disjoint;
    });
  };
  if (draft.choices.oneIn(3)) {
    const int id = draft.tensor([&](const Layout& layout) {
      return layout.dtype == result.dtype && layout.sizes == result.sizes && !layout.conj &&
             !layout.neg && !selfOverlaps(layout) && apart(layout);
    });
    if (id >= 0) return id;
  }
  Dims sizes = result.sizes;
  switch (draft.choices.below(12)) {
    case 0:
      sizes = {0};
      break;
    case 1:
      if (!sizes.empty()) sizes.erase(sizes.begin());
      break;
    case 2:
      if (!sizes.empty()) ++draft.choices.pick(sizes);
      break;
    default:
      break;
  }
  return draft.sourceLike(sizes, result.dtype);
}

namespace {

std::vector<int> operandsOf(const Call& call) {
  std::vector<int> ids;
  forEachOperandOfCall(call, [&](int id) { ids.push_back(id); });
  return ids;
}

}  // namespace

Outcome outRule(const LayoutState& state, const Call& call,
                Outcome (*rule)(const LayoutState&, const Call&)) {
  if (call.args.empty() || call.args.back().name != "out") return Outcome::dontKnow();
  const auto* out = std::get_if<TensorRef>(&call.args.back().value);
  if (out == nullptr) return Outcome::dontKnow();
  Call inner = call;
  inner.args.pop_back();
  const Outcome outcome = rule(state, inner);
  if (!outcome.accepted() || outcome.results.size() != 1) return outcome;
  return intoOut(state, out->id, outcome.results[0], operandsOf(inner), Sharing::mustBeDisjoint);
}

bool outDraw(Draft& draft, Call& call, Outcome (*rule)(const LayoutState&, const Call&),
             bool (*draw)(Draft&, Call&)) {
  if (!draw(draft, call)) return false;
  const Outcome outcome = rule(draft.state, call);
  if (!outcome.accepted() || outcome.results.size() != 1) return false;
  const int out = drawOut(draft, outcome.results[0], operandsOf(call));
  call.args.push_back({"out", TensorRef{out}});
  return true;
}

}  // namespace viewfuzz
