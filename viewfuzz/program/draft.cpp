#include "viewfuzz/program/draft.h"

#include <algorithm>
#include <numeric>

namespace viewfuzz {

std::vector<uint32_t> usualDtypeWeights() {
  std::vector<uint32_t> weights;
  for (const Dtype dtype : dtypes()) {
    switch (dtype) {
      case Dtype::Float:
        weights.push_back(48);
        break;
      case Dtype::Long:
        weights.push_back(12);
        break;
      case Dtype::Short:
      case Dtype::Char:
      case Dtype::ComplexFloat:
      case Dtype::ComplexDouble:
        weights.push_back(4);
        break;
      default:
        weights.push_back(isArithmetic(dtype) ? 8 : 1);
        break;
    }
  }
  return weights;
}

size_t Choices::weighted(const std::vector<uint32_t>& weights) {
  uint64_t at = below(std::accumulate(weights.begin(), weights.end(), uint64_t{0}));
  size_t i = 0;
  while (at >= weights[i]) at -= weights[i++];
  return i;
}

bool Draft::append(Statement statement) {
  if (statement.refused) {  // a copy of the state, in case the call is accepted
    LayoutState after = state;
    if (!asMeant(statement, step(after, statement))) return false;
    state = std::move(after);
    program.statements.push_back(std::move(statement));
    return true;
  }
  const auto tensors = state.tensors.size();
  const auto storages = state.storage_bytes.size();
  // A call that is not accepted makes `step` append tensors and storages, and change nothing else.
  if (!step(state, statement).accepted()) {
    state.shrinkTo(tensors, storages);
    return false;
  }
  program.statements.push_back(std::move(statement));
  return true;
}

int Draft::source(Source source) {
  append({std::move(source), {}});
  return static_cast<int>(state.tensors.size()) - 1;
}

Dims Draft::randomSizes() {
  Dims sizes;
  const bool many = choices.oneIn(shapes.many_dims_in);
  const int64_t rank = choices.between(0, many ? shapes.most_dims : shapes.max_rank);
  int64_t room = shapes.max_numel;
  for (int64_t d = 0; d < rank; ++d) {
    int64_t size = 1;
    if (!sizes.empty() && choices.oneIn(shapes.equal_size_in)) {
      size = sizes.back();
    } else if (!choices.oneIn(shapes.one_size_in)) {
      size = choices.oneIn(shapes.edge_size_in) ? choices.pick(shapes.edge_sizes)
                                                : choices.between(2, many ? 3 : shapes.max_size);
    }
    size = std::min(size, room);
    room /= size;
    sizes.push_back(size);
  }
  if (!sizes.empty() && choices.oneIn(shapes.empty_in)) choices.pick(sizes) = 0;
  return sizes;
}

Dtype Draft::randomDtype() { return dtypes()[choices.weighted(shapes.dtype_weights)]; }

int Draft::randomSource() {
  Dims sizes = randomSizes();
  if (choices.oneIn(shapes.huge_in)) {  // kernels take other paths, and narrow counters wrap
    const int64_t rows = choices.between(60, 70);
    sizes = {rows, choices.between(64, 70)};
    // Most of those paths are for float32.
    const auto all = dtypes();
    const auto usual = std::find(all.begin(), all.end(), Dtype::Float) - all.begin();
    const bool may = shapes.dtype_weights[static_cast<size_t>(usual)] > 0;
    return sourceLike(sizes, may ? Dtype::Float : randomDtype());
  }
  if (!choices.oneIn(shapes.channels_last_in)) {
    const Dtype dtype = randomDtype();
    return sourceLike(sizes, dtype, choices.oneIn(shapes.host_in));
  }
  // The dims are batch, channels, and two or three dims of space.
  sizes.assign(static_cast<size_t>(choices.between(4, 5)), 2);
  int64_t room = std::max<int64_t>(shapes.max_numel >> sizes.size(), 1);
  for (auto& size : sizes) {
    const int64_t factor = choices.between(1, std::min<int64_t>(room, 2));
    size *= factor;
    room /= factor;
  }
  Dims order = {0};
  for (size_t d = 2; d < sizes.size(); ++d) order.push_back(static_cast<int64_t>(d));
  order.push_back(1);
  Source source;
  source.layout.sizes = sizes;
  source.layout.strides = sizes;
  source.layout.dtype = randomDtype();
  for (auto it = order.rbegin(); it != order.rend(); ++it) {
    source.layout.strides[*it] = std::max<int64_t>(source.storage_numel, 1);
    source.storage_numel = source.layout.strides[*it] * sizes[*it];
  }
  return this->source(std::move(source));
}

/// Gives the layout rising strides with gaps, now and then permuted dims, and an offset. Or gives
/// it strides so small that elements share memory, as in an expanded or unfolded tensor.
void Draft::layAsWindow(Layout& layout) {
  const bool permuted = choices.oneIn(shapes.permuted_in);
  const bool gaps = choices.oneIn(2);
  const bool overlapping = choices.oneIn(shapes.overlapping_in);
  std::vector<size_t> order(layout.sizes.size());
  std::iota(order.begin(), order.end(), size_t{0});
  if (permuted && !order.empty()) choices.swapTwo(order);
  int64_t stride = 1;
  for (size_t i = order.size(); i-- > 0;) {
    if (gaps && choices.oneIn(2)) stride += choices.between(0, 2);
    layout.strides[order[i]] = stride;
    stride *= std::max<int64_t>(layout.sizes[order[i]], 1);
  }
  if (overlapping && !order.empty()) choices.pick(layout.strides) = choices.between(0, 2);
  layout.offset = choices.between(0, 5);
}

Fill Draft::randomFill() {
  switch (choices.below(8)) {
    case 7:
      return {Fill::Kind::zeros, 0, {}};
    case 5:
    case 6:
      return {Fill::Kind::ints, choices.below(1000), {}};
    default:
      Fill fill;
      if (choices.oneIn(shapes.large_numbers_in)) fill.seed = choices.between(257, 900);
      return fill;
  }
}

int Draft::sourceLike(DimsView sizes, Dtype dtype, bool host) {
  Source source;
  Layout& layout = source.layout;
  layout.sizes.assign(sizes.begin(), sizes.end());
  layout.strides = contiguousStrides(sizes);
  layout.dtype = dtype;
  layout.host = host;
  source.storage_numel = numel(sizes);
  if (choices.oneIn(shapes.window_in)) {
    layAsWindow(layout);
    const auto touched = extent(layout);
    source.storage_numel = (touched ? touched->last + 1 : layout.offset) + choices.between(0, 4);
  }
  source.fill = randomFill();
  return this->source(std::move(source));
}

int Draft::sourceLaid(Dims sizes, Dims strides, Dtype dtype, bool host) {
  Layout layout;
  layout.sizes = std::move(sizes);
  layout.strides = std::move(strides);
  layout.dtype = dtype;
  layout.host = host;
  return source(Source::window(std::move(layout), std::nullopt, randomFill()));
}

}  // namespace viewfuzz
