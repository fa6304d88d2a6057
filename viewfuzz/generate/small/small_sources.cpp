#include "viewfuzz/generate/small/small_sources.h"

#include <utility>

namespace viewfuzz {
namespace {

Source filled(Source source, uint64_t seed) {
  source.fill.seed = seed;
  return source;
}

}  // namespace

Source sourceOf(Dims sizes, Dims strides, int64_t offset, Dtype dtype) {
  Layout layout;
  layout.strides = strides.empty() ? contiguousStrides(sizes) : std::move(strides);
  layout.sizes = std::move(sizes);
  layout.offset = offset;
  layout.dtype = dtype;
  return Source::window(std::move(layout));
}

std::vector<Source> smallLayouts() {
  return {
      sourceOf({}),
      sourceOf({}, {}, 1),
      sourceOf({0}),
      sourceOf({1}),
      sourceOf({2}),
      sourceOf({3}),
      sourceOf({2}, {}, 1),
      sourceOf({2}, {2}),
      sourceOf({2}, {2}, 1),
      sourceOf({2}, {0}),
      sourceOf({8}, {2}),
      sourceOf({1, 1}),
      sourceOf({1, 1}, {0, 0}, 1),
      sourceOf({1, 2}),
      sourceOf({2, 1}),
      sourceOf({2, 2}),
      sourceOf({2, 2}, {1, 2}),
      sourceOf({2, 2}, {1, 2}, 1),
      sourceOf({2, 2}, {4, 1}),
      sourceOf({2, 2}, {4, 1}, 1),
      sourceOf({2, 2}, {4, 1}, 2),
      sourceOf({2, 2}, {4, 2}),
      sourceOf({2, 2}, {2, 0}),
      sourceOf({2, 2}, {0, 1}),
      sourceOf({1, 1, 1}),
      sourceOf({2, 2, 2}),
      sourceOf({2, 2, 2}, {2, 4, 1}),
      sourceOf({2, 2, 2}, {1, 2, 4}),
      sourceOf({1, 1, 1, 1}),
      sourceOf({1, 1, 2, 1}),
      sourceOf({1, 2, 1, 2}, {4, 1, 4, 2}),
      sourceOf({1, 2, 1, 2}, {4, 1, 4, 2}, 1),
      sourceOf({1, 2, 1, 2}, {0, 1, 8, 4}),
      sourceOf({65}),
      sourceOf({4097}),
  };
}

std::vector<Source> smallDtypesAndValues() {
  std::vector<Source> all;
  for (const Dtype dtype : dtypes()) {
    if (dtype == Dtype::Float) continue;
    all.push_back(sourceOf({}, {}, 0, dtype));
    all.push_back(sourceOf({2}, {}, 0, dtype));
    all.push_back(sourceOf({2}, {2}, 0, dtype));
  }
  all.push_back(filled(sourceOf({}), 258));  // its values lie between two bfloat16 numbers
  all.push_back(filled(sourceOf({}, {}, 0, Dtype::Byte), 127));
  return all;
}

}  // namespace viewfuzz
