// conv1d, a window that moves over the last dim. Each of the kernels behind it packs its operands
// in its own way.

#include "viewfuzz/ops/indexing.h"
#include "viewfuzz/ops/ops.h"

namespace viewfuzz {
namespace {

// conv1d(input [N, C, L], weight [O, C / groups, K], bias [O], stride, padding, dilation, groups)

/// An integer in a list of one, from `least` on.
std::optional<int64_t> only(const Call& call, size_t i, int64_t least) {
  const Dims& list = dims(call, i);
  if (list.size() != 1 || list.front() < least) return std::nullopt;
  return list.front();
}

/// If the channels are innermost, the kernel that ATen chooses decides how the result lies. A dim
/// of size 1 does not show whether they are.
bool channelsInside(const Layout& layout) {
  if (layout.sizes[1] > 1 && layout.sizes[2] > 1) return layout.strides[1] <= layout.strides[2];
  return layout.strides != contiguousStrides(layout.sizes);
}

bool convolved(const Layout& layout) {
  return layout.rank() == 3 && numel(layout) > 0 && !layout.hasBit() &&
         (layout.dtype == Dtype::Float || layout.dtype == Dtype::Double);
}

Outcome convRule(const LayoutState& state, const Call& call) {
  if (!shaped<TensorRef, TensorRef, TensorRef, Dims, Dims, Dims, int64_t>(call))
    return Outcome::dontKnow();
  const Layout& input = self(state, call);
  const Layout& weight = *tensorArgument(state, call, 1);
  const Layout& bias = *tensorArgument(state, call, 2);
  const auto stride = only(call, 3, 1);
  const auto padding = only(call, 4, 0);
  const auto dilation = only(call, 5, 1);
  const int64_t groups = integer(call, 6);
  if (!convolved(input) || !convolved(weight) || weight.dtype != input.dtype ||
      bias.dtype != input.dtype || !stride || !padding || !dilation || groups < 1)
    return Outcome::dontKnow();
  const int64_t outputs = weight.sizes[0];
  if (weight.sizes[1] * groups != input.sizes[1] || outputs % groups != 0 ||
      bias.sizes != Dims{outputs})
    return Outcome::dontKnow();
  const int64_t room = input.sizes[2] + 2 * *padding - *dilation * (weight.sizes[2] - 1) - 1;
  if (room < 0) return Outcome::refuse("the kernel is longer than the padded input");
  if (channelsInside(input) || channelsInside(weight)) return Outcome::dontKnow();
  return Outcome::one(contiguousLayout({input.sizes[0], outputs, room / *stride + 1}, input.dtype));
}

bool convDraw(Draft& draft, Call& call) {
  int id = draft.tensor(
      [](const Layout& layout) { return convolved(layout) && !channelsInside(layout); });
  if (id < 0) {
    Dims sizes = {draft.choices.between(1, 2), draft.choices.between(1, 3)};
    sizes.push_back(draft.choices.between(2, 7));
    id = draft.sourceLike(sizes, Dtype::Float);
    if (channelsInside(draft.state.at(id))) return false;
  }
  const Layout input = draft.state.at(id);
  const bool depthwise = draft.choices.oneIn(2);
  const int64_t padding = draft.choices.between(0, 3);
  const int64_t outputs = depthwise ? input.sizes[1] : draft.choices.between(1, 4);
  const int64_t length = draft.choices.between(1, std::min<int64_t>(input.sizes[2] + padding, 4));
  const Dims kernel = {outputs, depthwise ? 1 : input.sizes[1], length};
  add(call, TensorRef{id});
  add(call, TensorRef{draft.sourceLike(kernel, input.dtype)});
  add(call, TensorRef{draft.sourceLike(Dims{outputs}, input.dtype)});
  add(call, Dims{draft.choices.between(1, 2)});
  add(call, Dims{padding});
  add(call, Dims{1});
  add(call, depthwise ? input.sizes[1] : int64_t{1});
  return true;
}

}  // namespace

std::vector<Op> convolutions() {
  return {
      {.name = "aten.conv1d",
       .kind = Kind::compute,
       .rule = convRule,
       .draw = convDraw,
       .python = "torch.conv1d({0}, {1}, {2}, {3}, {4}, {5}, {6})",
       .inexact = true,
       .jumps = true,
       .takes = kFloats},
  };
}

}  // namespace viewfuzz
