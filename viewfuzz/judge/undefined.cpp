#include "viewfuzz/judge/undefined.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include "viewfuzz/program/op.h"

namespace viewfuzz {
namespace {

template <typename F>
void forEachElement(const Snapshot& snapshot, int id, F f) {
  const TensorState& tensor = snapshot.tensors[static_cast<size_t>(id)];
  const auto& bytes = snapshot.storages[static_cast<size_t>(tensor.layout.storage)].bytes;
  const auto width = static_cast<size_t>(itemsize(tensor.layout.dtype));
  for (const int64_t position : elementPositions(tensor.layout)) {
    const auto at = static_cast<size_t>(position) * width;
    if (at + width <= bytes.size()) f(bytes.data() + at);
  }
}

/// The numbers that an integer dtype holds; bool takes anything.
std::pair<double, double> range(Dtype dtype) {
  switch (dtype) {
    case Dtype::Byte:
      return {0, 255};
    case Dtype::Char:
      return {-128, 127};
    case Dtype::Short:
      return {-32768, 32767};
    case Dtype::Int:
      return {-0x1p31, 0x1p31 - 1};
    case Dtype::UInt16:
      return {0, 65535};
    case Dtype::UInt32:
      return {0, 0x1p32 - 1};
    case Dtype::UInt64:
      return {0, 0x1p64 - 2048};
    default:
      return {-0x1p63, 0x1p63 - 1024};
  }
}

/// By the layout rules, told the layouts that the reference has.
bool isLeftOpen(const Step& step, const Call& call) {
  const LayoutState state = layoutsBefore(step);
  bool known = true;
  forEachOperandOfCall(call, [&](int id) { known = known && state.known(id); });
  return known && outcomeOf(state, call).verdict == Outcome::Verdict::undefined;
}

bool convertsOutOfRange(const Snapshot& before, Dtype to, int source) {
  const Layout& layout = before.tensors[static_cast<size_t>(source)].layout;
  const Dtype from = layout.dtype;
  if (category(to) != Category::integral || category(from) < Category::floating) return false;
  const auto [low, high] = range(to);
  bool out = false;
  forEachElement(before, source, [&](const std::byte* element) {
    const double value = std::trunc(elementAt(from, element).real());
    out = out || !(value >= low && value <= high);
    // Whether the sign turns before or after the conversion is left open as well.
    if (layout.neg) out = out || !(-value >= low && -value <= high);
  });
  return out;
}

bool repeatsAnIndex(const Snapshot& before, const Call& call) {
  const int dest = std::get<TensorRef>(call.args[0].value).id;
  const auto& sizes = before.tensors[static_cast<size_t>(dest)].layout.sizes;
  const auto& indices = std::get<TensorList>(call.args[1].value);
  if (indices.size() != 1 && std::count_if(indices.begin(), indices.end(), [](const auto& index) {
                               return index.has_value();
                             }) != 1) {
    return true;  // several index tensors: their tuples would have to be compared
  }
  std::vector<int64_t> seen;
  for (size_t dim = 0; dim < indices.size() && dim < sizes.size(); ++dim) {
    if (!indices[dim]) continue;
    forEachElement(before, indices[dim]->id, [&](const std::byte* element) {
      int64_t index = 0;
      std::memcpy(&index, element, sizeof(index));
      seen.push_back(index < 0 ? index + sizes[dim] : index);
    });
  }
  std::sort(seen.begin(), seen.end());
  return std::adjacent_find(seen.begin(), seen.end()) != seen.end();
}

}  // namespace

bool isUndefined(const Step& step) {
  const Call* call = step.call();
  if (call == nullptr || call->entry == nullptr || step.of.reference.refusals[step.index])
    return false;
  if (isLeftOpen(step, *call)) return true;
  if (call->name() == "aten.copy_") {
    const int dest = std::get<TensorRef>(call->args[0].value).id;
    const int source = std::get<TensorRef>(call->args[1].value).id;
    const auto& tensors = step.referenceBefore().tensors;
    return convertsOutOfRange(step.referenceBefore(),
                              tensors[static_cast<size_t>(dest)].layout.dtype, source);
  }
  if (call->name().starts_with("aten.to.") && call->results == 1) {
    const auto made = std::find(step.of.made_by.begin(), step.of.made_by.end(), step.index);
    const auto result = static_cast<size_t>(made - step.of.made_by.begin());
    return convertsOutOfRange(step.referenceBefore(), step.reference().tensors[result].layout.dtype,
                              std::get<TensorRef>(call->args[0].value).id);
  }
  if (call->name() == "aten.index_put_") {
    const auto* accumulate =
        call->args.size() == 4 ? std::get_if<bool>(&call->args[3].value) : nullptr;
    return accumulate && !*accumulate && repeatsAnIndex(step.referenceBefore(), *call);
  }
  return false;
}

}  // namespace viewfuzz
