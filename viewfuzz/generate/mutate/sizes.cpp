// Mutations of the sizes and ranks of sources, together with what depends on them.

#include <algorithm>

#include "viewfuzz/generate/mutate/mutations.h"
#include "viewfuzz/layout/movement.h"

namespace viewfuzz {
namespace {

/// Gives the source other sizes. A fresh source stays fresh. A source that is packed in another
/// order of its dims keeps that order.
void resize(Source& source, Dims sizes, const Shapes& shapes) {
  const bool fresh = source.isFresh();
  Layout& layout = source.layout;
  const bool packed =
      !fresh && isNonOverlappingAndDense(layout) && layout.sizes.size() == sizes.size();
  layout.sizes = std::move(sizes);
  if (fresh || layout.strides.size() != layout.sizes.size()) {
    layout.strides = contiguousStrides(layout.sizes);
    layout.offset = fresh ? 0 : layout.offset;
  } else if (packed) {
    layout.strides = denseLike(layout.sizes, {layout.strides});
  }
  if (fresh) source.storage_numel = numel(layout);
  keepSmall(source, shapes);
}

/// Changes a size wherever the program has it: in all sources and in the numbers of calls.
Program resizeJointly(const Program& program, const Generator& generator, Choices& choices) {
  const auto places =
      sourcesOf(program, [](const Source& source) { return !source.layout.sizes.empty(); });
  if (places.empty()) return program;
  const auto at = choices.pick(places);
  const int64_t from = choices.pick(std::get<Source>(program.statements[at].what).layout.sizes);
  const int64_t to =
      std::clamp<int64_t>(nudged(from, choices), 0, generator.profile().shapes.max_numel);
  Program changed = program;
  const auto follow = [&](int64_t& value) {
    if (value == from) value = to;
  };
  for (auto& statement : changed.statements) {
    if (auto* source = std::get_if<Source>(&statement.what)) {
      Dims sizes = source->layout.sizes;
      for (auto& size : sizes) follow(size);
      resize(*source, std::move(sizes), generator.profile().shapes);
      continue;
    }
    for (auto& argument : std::get<Call>(statement.what).args) {
      if (auto* list = std::get_if<Dims>(&argument.value)) {
        for (auto& value : *list) follow(value);
      }
      // Small numbers are more often dims and strides of slices than sizes.
      if (auto* number = std::get_if<int64_t>(&argument.value); number && from > 2) follow(*number);
    }
  }
  return changed;
}

Program resizeOne(const Program& program, const Generator& generator, Choices& choices) {
  const auto places =
      sourcesOf(program, [](const Source& source) { return !source.layout.sizes.empty(); });
  if (places.empty()) return program;
  Program changed = program;
  auto& source = std::get<Source>(changed.statements[choices.pick(places)].what);
  Dims sizes = source.layout.sizes;
  auto& size = choices.pick(sizes);
  size = std::max<int64_t>(nudged(size, choices), 0);
  resize(source, std::move(sizes), generator.profile().shapes);
  return changed;
}

/// Adds a dim of size 1 or 2, or removes a dim.
Program changeRank(const Program& program, const Generator& generator, Choices& choices) {
  const auto places = sourcesOf(program);
  if (places.empty()) return program;
  Program changed = program;
  auto& source = std::get<Source>(changed.statements[choices.pick(places)].what);
  Dims sizes = source.layout.sizes;
  if (!sizes.empty() && choices.oneIn(2)) {
    sizes.erase(sizes.begin() + static_cast<int64_t>(choices.below(sizes.size())));
  } else {
    const auto place = static_cast<int64_t>(choices.below(sizes.size() + 1));
    const int64_t size = choices.between(1, 2);
    sizes.insert(sizes.begin() + place, size);
  }
  resize(source, std::move(sizes), generator.profile().shapes);
  return changed;
}

}  // namespace

std::vector<Mutation> sizeMutations() {
  return {
      {"resize-jointly", "a size, wherever the program says it", 5, resizeJointly},
      {"resize", "a dim of a source longer or shorter", 4, resizeOne},
      {"rank", "a dim of a source more or less", 3, changeRank},
  };
}

}  // namespace viewfuzz
