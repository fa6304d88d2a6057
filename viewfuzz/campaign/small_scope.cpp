#include "viewfuzz/campaign/small_scope.h"

#include <algorithm>

#include "viewfuzz/generate/choices.h"
#include "viewfuzz/generate/generate.h"
#include "viewfuzz/generate/repair.h"
#include "viewfuzz/program/edit.h"
#include "viewfuzz/reduce/cost.h"

namespace viewfuzz {
namespace {

/// The plainest choices, but for one.
class OneDeviation final : public Choices {
 public:
  OneDeviation() = default;
  OneDeviation(size_t at, uint64_t value) : at_(at), value_(value) {}
  uint64_t below(uint64_t bound) override {
    bounds_.push_back(bound);
    return bounds_.size() - 1 == at_ ? std::min(value_, bound - 1) : 0;
  }
  const std::vector<uint64_t>& bounds() const { return bounds_; }

 private:
  size_t at_ = SIZE_MAX;
  uint64_t value_ = 0;
  std::vector<uint64_t> bounds_;
};

/// Choices besides the plainest one: all, or some of them.
std::vector<uint64_t> others(uint64_t bound) {
  constexpr uint64_t kMost = 12;
  std::vector<uint64_t> values;
  const uint64_t step = std::max<uint64_t>(1, bound / kMost);
  for (uint64_t value = 1; value < bound; value += step) values.push_back(value);
  if (bound > 1 && values.back() != bound - 1) values.push_back(bound - 1);
  return values;
}

const Shapes& tinyShapes() {
  static const Shapes shapes = [] {
    Shapes tiny;
    tiny.max_numel = 16;
    tiny.max_rank = 3;
    tiny.max_size = 3;
    return tiny;
  }();
  return shapes;
}

Source sourceOf(Dims sizes, Dims strides = {}, int64_t offset = 0, Dtype dtype = Dtype::Float) {
  Source source;
  Layout& layout = source.layout;
  layout.strides = strides.empty() ? contiguousStrides(view(sizes)) : std::move(strides);
  layout.sizes = std::move(sizes);
  layout.offset = offset;
  layout.dtype = dtype;
  const auto touched = extent(layout);
  source.storage_numel = touched ? touched->last + 1 : offset;
  return source;
}

Source filled(Source source, uint64_t seed) {
  source.fill.seed = seed;
  return source;
}

/// Layouts that kernels and planners tell apart.
std::vector<Source> layouts() {
  std::vector<Source> all = {
      sourceOf({}),
      sourceOf({}, {}, 1),
      sourceOf({0}),
      sourceOf({1}),
      sourceOf({2}),
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
  return all;
}

/// Where kernels that convert go different ways.
std::vector<Source> dtypesAndValues() {
  std::vector<Source> all;
  for (const Dtype dtype : dtypes()) {
    if (dtype == Dtype::Float) continue;
    all.push_back(sourceOf({}, {}, 0, dtype));
    all.push_back(sourceOf({2}, {}, 0, dtype));
    all.push_back(sourceOf({2}, {2}, 0, dtype));
  }
  all.push_back(filled(sourceOf({}), 258));  // between two bfloat16
  all.push_back(filled(sourceOf({}, {}, 0, Dtype::Byte), 127));
  return all;
}

class SmallScope {
 public:
  std::vector<std::string> make() {
    const auto all = layouts();
    for (const Op& op : ops()) {
      for (const Source& source : all) add(op, {source}, source.layout.rank() < 3);
      for (const Source& source : dtypesAndValues()) add(op, {source}, source.layout.rank() == 0);
      for (const Source& source : all) pair(op, source);
    }
    std::sort(costs_.begin(), costs_.end());
    costs_.erase(std::unique(costs_.begin(), costs_.end()), costs_.end());
    std::vector<std::string> sorted;
    for (Cost& cost : costs_) sorted.push_back(std::move(cost.text));
    return sorted;
  }

 private:
  /// The op between a tensor and a packed one, both ways.
  void pair(const Op& op, const Source& source) {
    Source packed = sourceOf(source.layout.sizes);
    add(op, {source, packed}, false);
    add(op, {packed, source}, false);
    if (!takesHost(op)) return;
    Source host = source;
    host.layout.host = true;
    add(op, {packed, host}, source.layout.rank() < 3);
  }

  void add(const Op& op, const std::vector<Source>& sources, bool deviate) {
    const auto bounds = addOne(op, sources, OneDeviation());
    if (!deviate) return;
    constexpr size_t kMostChoices = 24;
    for (size_t at = 0; at < std::min(bounds.size(), kMostChoices); ++at) {
      for (const uint64_t value : others(bounds[at])) addOne(op, sources, OneDeviation(at, value));
    }
  }

  std::vector<uint64_t> addOne(const Op& op, const std::vector<Source>& sources,
                               OneDeviation&& choices) {
    Draft draft(choices, tinyShapes());
    for (const Source& source : sources) draft.source(source);
    if (!Generator::extend(draft, op)) return choices.bounds();
    take(draft.program);
    const size_t taken = draft.program.statements.size();
    if (draft.program.statements.back().results() > 0) {
      follow(draft.program, "aten.zero_");
      follow(draft.program, "aten.clone");
    }
    Generator::refuse(draft);
    if (draft.program.statements.size() > taken) {
      if (auto alone = withoutStatement(draft.program, taken - 1, {})) take(*alone);
    }
    return choices.bounds();
  }

  void follow(Program program, std::string_view name) {
    const int last = firstResult(program, program.statements.size() - 1);
    const Op* op = findOp(name);
    program.statements.push_back(
        {Call{op, {}, {{{}, TensorRef{last}}}, op->kind == Kind::write ? 0 : 1}, {}});
    take(program);
  }

  void take(const Program& program) {
    // What was refused behind another call need not be when it stands alone.
    if (!isValid(program)) return;
    Cost cost = costOf(program);
    // An index list of a large tensor is nothing that anybody reads.
    constexpr size_t kLongestText = 4096;
    if (cost.text.size() < kLongestText) costs_.push_back(std::move(cost));
  }

  std::vector<Cost> costs_;  // with the texts
};

}  // namespace

const std::vector<std::string>& smallPrograms() {
  static const std::vector<std::string> programs = SmallScope().make();
  return programs;
}

}  // namespace viewfuzz
