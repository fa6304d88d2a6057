// Mutations of sources: their windows, dtypes and fills.

#include <algorithm>

#include "viewfuzz/generate/mutate/mutations.h"
#include "viewfuzz/program/edit.h"

namespace viewfuzz {
namespace {

/// Changes the offset or a stride, which makes the source a window into a larger storage.
Program moveWindow(const Program& program, const Generator& generator, Choices& choices) {
  const auto places = sourcesOf(program);
  if (places.empty()) return program;
  Program changed = program;
  auto& source = std::get<Source>(changed.statements[choices.pick(places)].what);
  Layout& layout = source.layout;
  if (layout.strides.empty() || choices.oneIn(2)) {
    layout.offset = nudged(layout.offset, choices);
  } else if (choices.oneIn(2)) {
    choices.swapTwo(layout.strides);
  } else {
    auto& stride = choices.pick(layout.strides);
    stride = nudged(stride, choices);
  }
  if (choices.oneIn(4)) source.storage_numel = nudged(source.storage_numel, choices);
  keepSmall(source, generator.profile().shapes);
  return changed;
}

/// Puts the dims into another order in memory, now and then with the channels innermost. Leaves
/// gaps between all elements, or between the rows of some dim.
Program relay(const Program& program, const Generator& generator, Choices& choices) {
  const auto places = sourcesOf(program);
  if (places.empty()) return program;
  Program changed = program;
  auto& source = std::get<Source>(changed.statements[choices.pick(places)].what);
  Layout& layout = source.layout;
  std::vector<size_t> order;
  for (size_t d = 0; d < layout.sizes.size(); ++d) order.push_back(d);
  if ((order.size() == 4 || order.size() == 5) && choices.oneIn(2)) {
    std::rotate(order.begin() + 1, order.begin() + 2, order.end());
  } else if (order.size() > 1 && choices.oneIn(2)) {
    choices.swapTwo(order);
  }
  const size_t apart = choices.oneIn(2) ? choices.below(order.size() + 1) : 0;
  int64_t stride = 1;
  layout.strides.resize(layout.sizes.size());
  for (size_t i = order.size(); i > 0; --i) {
    if (i == apart) stride *= choices.between(2, 3);
    layout.strides[order[i - 1]] = stride;
    stride *= std::max<int64_t>(layout.sizes[order[i - 1]], 1);
  }
  source.storage_numel = 0;
  keepSmall(source, generator.profile().shapes);
  return changed;
}

/// Gives a source the sizes, strides and dtype of an earlier tensor. Chance seldom makes two
/// tensors alike.
Program twin(const Program& program, const Generator& generator, Choices& choices) {
  const auto places = sourcesOf(program);
  if (places.empty()) return program;
  const auto at = choices.pick(places);
  const int earlier = firstResult(program, at);
  if (earlier == 0) return program;
  const int of = static_cast<int>(choices.below(static_cast<uint64_t>(earlier)));
  const LayoutState state = layoutsAfter(program, at);
  if (!state.known(of)) return program;
  Program changed = program;
  auto& source = std::get<Source>(changed.statements[at].what);
  const bool host = source.layout.host;
  source.layout = state.at(of);
  source.layout.storage = -1;
  source.layout.conj = false;
  source.layout.neg = false;
  source.layout.host = host;
  if (choices.oneIn(2)) source.layout.offset = 0;
  source.of.reset();
  source.storage_numel = 0;
  keepSmall(source, generator.profile().shapes);
  return changed;
}

/// Makes a source a second window into the storage of an earlier tensor, or gives it a storage of
/// its own again.
Program shareStorage(const Program& program, const Generator&, Choices& choices) {
  const auto places = sourcesOf(program);
  if (places.empty()) return program;
  Program changed = program;
  const auto at = choices.pick(places);
  auto& source = std::get<Source>(changed.statements[at].what);
  const int earlier = firstResult(program, at);
  if (source.of) {
    source.of.reset();
  } else if (earlier > 0) {
    const int of = static_cast<int>(choices.below(static_cast<uint64_t>(earlier)));
    const LayoutState state = layoutsAfter(program, at);
    if (!state.known(of) || state.at(of).host) return program;
    source.of = of;
    source.layout.host = false;
    source.layout.dtype = state.at(of).dtype;
    source.storage_numel = 0;
  }
  return changed;
}

/// Changes the dtype of a source and of all its windows. Arguments that name the old dtype follow.
Program changeDtype(const Program& program, const Generator& generator, Choices& choices) {
  const auto places = sourcesOf(program, [](const Source& source) { return !source.of; });
  if (places.empty()) return program;
  Program changed = program;
  const auto at = choices.pick(places);
  const Dtype from = std::get<Source>(program.statements[at].what).layout.dtype;
  Draft draft(choices, generator.profile().shapes);
  const Dtype to =
      choices.oneIn(2) ? draft.randomDtype() : dtypes()[choices.below(dtypes().size())];
  const bool all = choices.oneIn(2);  // of that dtype
  for (size_t i = 0; i < changed.statements.size(); ++i) {
    auto* source = std::get_if<Source>(&changed.statements[i].what);
    if (source == nullptr || source->layout.dtype != from) continue;
    if (i == at || all || source->of) source->layout.dtype = to;
  }
  return changed;
}

Program changeFill(const Program& program, const Generator&, Choices& choices) {
  const auto places = sourcesOf(program, [](const Source& source) { return !source.of; });
  if (places.empty()) return program;
  Program changed = program;
  auto& fill = std::get<Source>(changed.statements[choices.pick(places)].what).fill;
  switch (choices.below(4)) {
    case 0:
      fill = {Fill::Kind::iota, choices.below(3) * 41, {}};
      break;
    case 1:
      fill = {Fill::Kind::ints, choices.below(1000), {}};
      break;
    case 2:
      fill = {Fill::Kind::iota, choices.below(900), {}};
      break;
    default:
      fill = {Fill::Kind::special, 0, {}};
      break;
  }
  return changed;
}

/// The indices of the sources that copies read. Few other calls take tensors of the host.
std::vector<size_t> readByCopies(const Program& program) {
  std::vector<int> read;
  for (const auto& statement : program.statements) {
    const auto* call = std::get_if<Call>(&statement.what);
    if (call != nullptr && isCopy(*call)) read.push_back(operands(statement).back());
  }
  auto places = sourcesOf(program, [](const Source& source) { return !source.of; });
  std::erase_if(places, [&](size_t at) {
    return std::find(read.begin(), read.end(), firstResult(program, at)) == read.end();
  });
  return places;
}

Program changeHost(const Program& program, const Generator&, Choices& choices) {
  auto places = readByCopies(program);
  if (places.empty() || choices.oneIn(3))
    places = sourcesOf(program, [](const Source& source) { return !source.of; });
  if (places.empty()) return program;
  Program changed = program;
  auto& layout = std::get<Source>(changed.statements[choices.pick(places)].what).layout;
  layout.host = !layout.host;
  return changed;
}

}  // namespace

std::vector<size_t> sourcesOf(const Program& program, bool (*suits)(const Source&)) {
  std::vector<size_t> places;
  for (size_t i = 0; i < program.statements.size(); ++i) {
    const auto* source = std::get_if<Source>(&program.statements[i].what);
    if (source != nullptr && suits(*source)) places.push_back(i);
  }
  return places;
}

void keepSmall(Source& source, const Shapes& shapes) {
  Layout& layout = source.layout;
  for (auto* values : {&layout.sizes, &layout.strides}) {
    for (auto& value : *values) value = std::clamp<int64_t>(value, 0, shapes.max_numel);
  }
  if (static_cast<int64_t>(layout.sizes.size()) > shapes.most_dims) {
    layout.sizes.resize(static_cast<size_t>(shapes.most_dims));
    layout.strides.resize(static_cast<size_t>(shapes.most_dims));
  }
  layout.offset = std::clamp<int64_t>(layout.offset, 0, shapes.max_numel);
  if (numel(layout) > 4 * shapes.max_numel) {
    layout.sizes.assign(layout.sizes.size(), 2);
    layout.strides = contiguousStrides(layout.sizes);
  }
  // A small tensor with large strides would still need a large storage.
  if (bytesNeeded(layout) > 64 * shapes.max_numel) layout.strides = contiguousStrides(layout.sizes);
  source.storage_numel =
      source.of ? 0
                : std::clamp<int64_t>(source.storage_numel, elementsNeeded(layout),
                                      std::max(elementsNeeded(layout), 64 * shapes.max_numel));
}

std::vector<Mutation> sourceMutations() {
  return {
      {"move-window", "the offset or a stride of a source", 7, moveWindow},
      {"relay", "the dims of a source in memory in another order, or elements apart", 4, relay},
      {"twin", "a source laid out as a tensor before it", 3, twin},
      {"share-storage", "a source in the storage of an earlier tensor, or no longer", 3,
       shareStorage},
      {"dtype", "the dtype of a source and its windows, or of all sources of that dtype", 6,
       changeDtype},
      {"fill", "what is in a source", 3, changeFill},
      {"host", "a source from the device to the host, or back", 3, changeHost},
  };
}

}  // namespace viewfuzz
