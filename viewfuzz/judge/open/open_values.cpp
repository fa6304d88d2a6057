#include "viewfuzz/judge/open/open_values.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "viewfuzz/judge/elements.h"
#include "viewfuzz/program/op.h"

namespace viewfuzz {
namespace {

const Layout& layoutOf(const Snapshot& snapshot, int id) {
  return snapshot.tensors[static_cast<size_t>(id)].layout;
}

template <typename F>
void forEachElement(const Snapshot& snapshot, int id, F f) {
  const Layout& layout = layoutOf(snapshot, id);
  const auto& bytes = snapshot.storages[static_cast<size_t>(layout.storage)].bytes;
  const auto width = static_cast<size_t>(itemsize(layout.dtype));
  for (const int64_t position : elementPositions(layout)) {
    const auto at = static_cast<size_t>(position) * width;
    if (at + width <= bytes.size()) f(bytes.data() + at);
  }
}

/// The tensor of an argument, or -1.
int tensorOf(const Call& call, size_t i) {
  const auto* ref = i < call.args.size() ? std::get_if<TensorRef>(&call.args[i].value) : nullptr;
  return ref ? ref->id : -1;
}

// ---- a float that does not fit the integer it is converted to

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

bool isOutOfRange(const Snapshot& before, int source, Dtype to) {
  const Layout& layout = layoutOf(before, source);
  if (category(to) != Category::integral || category(layout.dtype) < Category::floating)
    return false;
  const auto [low, high] = range(to);
  bool out = false;
  forEachElement(before, source, [&](const std::byte* element) {
    const double value = std::trunc(elementAt(layout.dtype, element).real());
    out = out || !(value >= low && value <= high);
    // It is left open whether the sign turns before or after the conversion.
    if (layout.neg) out = out || !(-value >= low && -value <= high);
  });
  return out;
}

bool copiesOutOfRange(const Snapshot& before, const Call& call) {
  const int dest = tensorOf(call, 0);
  const int source = tensorOf(call, 1);
  return dest >= 0 && source >= 0 && isOutOfRange(before, source, layoutOf(before, dest).dtype);
}

/// The forms of `to`: the dtype is an argument, or that of another tensor.
bool convertsOutOfRange(const Snapshot& before, const Call& call) {
  const int source = tensorOf(call, 0);
  if (source < 0) return false;
  bool out = false;
  for (size_t i = 1; i < call.args.size(); ++i) {
    if (const auto* dtype = std::get_if<Dtype>(&call.args[i].value))
      out = out || isOutOfRange(before, source, *dtype);
    if (const int other = tensorOf(call, i); other >= 0)
      out = out || isOutOfRange(before, source, layoutOf(before, other).dtype);
  }
  return out;
}

// ---- a place that is written twice

std::vector<int64_t> indicesOf(const Snapshot& before, int id, int64_t size) {
  std::vector<int64_t> indices;
  if (layoutOf(before, id).dtype != Dtype::Long) return indices;
  forEachElement(before, id, [&](const std::byte* element) {
    int64_t index = 0;
    std::memcpy(&index, element, sizeof(index));
    indices.push_back(index < 0 ? index + size : index);
  });
  return indices;
}

template <typename Place>
bool anyTwice(std::vector<Place> places) {
  std::sort(places.begin(), places.end());
  return std::adjacent_find(places.begin(), places.end()) != places.end();
}

bool accumulates(const Call& call) {
  const auto* flag = call.args.size() == 4 ? std::get_if<bool>(&call.args[3].value) : nullptr;
  return flag != nullptr && *flag;
}

/// index_put_(self, indices, values, accumulate): the tuples of indices, all broadcast.
bool indexPutTwice(const Snapshot& before, const Call& call) {
  const int dest = tensorOf(call, 0);
  const auto* tensors =
      call.args.size() > 1 ? std::get_if<TensorList>(&call.args[1].value) : nullptr;
  if (dest < 0 || tensors == nullptr || accumulates(call)) return false;
  const Layout& layout = layoutOf(before, dest);
  Dims common;
  size_t count = 0;
  bool masked = false;
  for (const auto& tensor : *tensors) {
    if (!tensor) continue;
    ++count;
    const Layout& index = layoutOf(before, tensor->id);
    masked = masked || index.dtype != Dtype::Long;
    if (const auto sizes = broadcastSizes(common, index.sizes)) common = *sizes;
  }
  if (masked) return count > 1;  // one mask alone names each element once
  std::vector<std::vector<int64_t>> places(static_cast<size_t>(numel(common)));
  for (size_t dim = 0; dim < tensors->size() && dim < layout.sizes.size(); ++dim) {
    if (!(*tensors)[dim]) continue;
    const int id = (*tensors)[dim]->id;
    const auto own = indicesOf(before, id, layout.sizes[dim]);
    const auto elements = broadcastElements(layoutOf(before, id).sizes, common);
    for (size_t i = 0; i < places.size(); ++i)
      places[i].push_back(own[static_cast<size_t>(elements[i])]);
  }
  return anyTwice(std::move(places));
}

/// put_(self, index, source, accumulate)
bool putTwice(const Snapshot& before, const Call& call) {
  const int dest = tensorOf(call, 0);
  const int index = tensorOf(call, 1);
  if (dest < 0 || index < 0 || accumulates(call)) return false;
  return anyTwice(indicesOf(before, index, numel(layoutOf(before, dest))));
}

/// (self, dim, index, …) where the index names whole rows
bool rowsTwice(const Snapshot& before, const Call& call) {
  const int index = tensorOf(call, 2);
  return index >= 0 && anyTwice(indicesOf(before, index, 0));
}

/// scatter_(self, dim, index, src): an index an element, along one dim
bool scattersTwice(const Snapshot& before, const Call& call) {
  const auto* dim = call.args.size() > 1 ? std::get_if<int64_t>(&call.args[1].value) : nullptr;
  const int index = tensorOf(call, 2);
  if (dim == nullptr || index < 0) return false;
  const Dims& sizes = layoutOf(before, index).sizes;
  if (sizes.empty()) return false;
  const int64_t rank = static_cast<int64_t>(sizes.size());
  const auto along = static_cast<size_t>(*dim < 0 ? *dim + rank : *dim);
  int64_t inner = 1;
  for (size_t d = along + 1; d < sizes.size(); ++d) inner *= sizes[d];
  const auto indices = indicesOf(before, index, 0);
  std::vector<std::vector<int64_t>> places;
  for (int64_t i = 0; i < static_cast<int64_t>(indices.size()); ++i) {
    const int64_t line = i / (inner * sizes[along]) * inner + i % inner;
    places.push_back({line, indices[static_cast<size_t>(i)]});
  }
  return anyTwice(std::move(places));
}

}  // namespace

bool isOpenByValues(const Snapshot& before, const Call& call) {
  switch (call.entry == nullptr ? OpenValues::none : call.entry->open) {
    case OpenValues::none:
      return false;
    case OpenValues::copied:
      return copiesOutOfRange(before, call);
    case OpenValues::converted:
      return convertsOutOfRange(before, call);
    case OpenValues::indexTuples:
      return indexPutTwice(before, call);
    case OpenValues::flatIndices:
      return putTwice(before, call);
    case OpenValues::rowIndices:
      return rowsTwice(before, call);
    case OpenValues::alongIndices:
      return scattersTwice(before, call);
  }
  return false;
}

}  // namespace viewfuzz
