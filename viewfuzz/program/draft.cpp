#include "viewfuzz/program/draft.h"

#include <numeric>

namespace viewfuzz {

size_t Choices::weighted(const std::vector<uint32_t>& weights) {
  uint64_t at = below(std::accumulate(weights.begin(), weights.end(), uint64_t{0}));
  size_t i = 0;
  while (at >= weights[i]) at -= weights[i++];
  return i;
}

bool Draft::append(Statement statement) {
  const auto tensors = state.tensors.size();
  const auto storages = state.storage_bytes.size();
  if (!asMeant(statement, step(state, statement))) {  // which appends, and changes nothing else
    state.tensors.resize(tensors);
    state.storage_bytes.resize(storages);
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
  const int64_t rank = choices.between(0, shapes.max_rank);
  int64_t room = shapes.max_numel;
  for (int64_t d = 0; d < rank; ++d) {
    int64_t size = 1;
    if (!sizes.empty() && choices.oneIn(shapes.equal_size_in)) {
      size = sizes.back();
    } else if (!choices.oneIn(shapes.one_size_in)) {
      size = choices.between(2, shapes.max_size);
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
  const Dims sizes = randomSizes();
  return sourceLike(view(sizes), randomDtype());
}

int Draft::sourceLike(DimsView sizes, Dtype dtype) {
  Source source;
  Layout& layout = source.layout;
  layout.sizes.assign(sizes.begin(), sizes.end());
  layout.strides = contiguousStrides(sizes);
  layout.dtype = dtype;
  source.storage_numel = numel(sizes);
  if (choices.oneIn(shapes.window_in)) {
    const bool permuted = choices.oneIn(shapes.permuted_in);
    const bool gaps = choices.oneIn(2);
    std::vector<size_t> order(layout.sizes.size());
    std::iota(order.begin(), order.end(), size_t{0});
    if (permuted && !order.empty()) choices.swapTwo(order);
    int64_t stride = 1;
    for (size_t i = order.size(); i-- > 0;) {
      if (gaps && choices.oneIn(2)) stride += choices.between(0, 2);
      layout.strides[order[i]] = stride;
      stride *= std::max<int64_t>(layout.sizes[order[i]], 1);
    }
    layout.offset = choices.between(0, 5);
    const auto touched = extent(layout);
    source.storage_numel = (touched ? touched->last + 1 : layout.offset) + choices.between(0, 4);
  }
  switch (choices.below(8)) {
    case 0:
      source.fill = {Fill::Kind::zeros, 0, {}};
      break;
    case 1:
    case 2:
      source.fill = {Fill::Kind::ints, choices.below(1000), {}};
      break;
    default:
      break;
  }
  return this->source(std::move(source));
}

}  // namespace viewfuzz
