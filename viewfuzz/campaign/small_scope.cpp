#include "viewfuzz/campaign/small_scope.h"

#include <algorithm>
#include <array>

#include "viewfuzz/generate/choices.h"
#include "viewfuzz/generate/generate.h"
#include "viewfuzz/generate/repair.h"
#include "viewfuzz/program/edit.h"
#include "viewfuzz/reduce/cost.h"

namespace viewfuzz {
namespace {

/// The plainest choices, but for one or two.
class Deviations final : public Choices {
 public:
  Deviations() = default;
  Deviations(size_t at, uint64_t value) { deviate(at, value); }
  /// One more.
  void deviate(size_t at, uint64_t value) { others_.emplace_back(at, value); }
  uint64_t below(uint64_t bound) override {
    const size_t now = bounds_.size();
    bounds_.push_back(bound);
    for (const auto& [at, value] : others_) {
      if (at == now) return std::min(value, bound - 1);
    }
    return 0;
  }
  const std::vector<uint64_t>& bounds() const { return bounds_; }

 private:
  std::vector<std::pair<size_t, uint64_t>> others_;
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

std::vector<uint64_t> fewOthers(uint64_t bound) {
  if (bound < 2) return {};
  return bound == 2 ? std::vector<uint64_t>{1} : std::vector<uint64_t>{1, bound - 1};
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

/// Between which conversions go different ways.
constexpr std::array kConverted = {Dtype::Float, Dtype::Int,  Dtype::Long,    Dtype::Byte,
                                   Dtype::Half,  Dtype::Bool, Dtype::BFloat16};

bool usesAll(const Program& program, int tensors) {
  const auto used = operands(program.statements.back());
  for (int id = 0; id < tensors; ++id) {
    if (std::find(used.begin(), used.end(), id) == used.end()) return false;
  }
  return true;
}

class SmallScope {
 public:
  std::vector<std::string> make() {
    for (const Op& op : ops()) {
      for (const Source& source : layouts()) {
        addVaried(op, {source}, source.layout.rank() < 3);
        addRefused(op, {source});
        if (op.kind == Kind::view || op.kind == Kind::metadata) addMisfits(op, source);
        addPairs(op, source);
      }
      for (const Source& source : dtypesAndValues())
        addVaried(op, {source}, source.layout.rank() == 0);
      if (op.kind == Kind::view) addVariedTwice(op, {sourceOf({2})});
      if (takesIndex(op)) addVariedTwice(op, {sourceOf({3})});
      if (takesHost(op) && op.kind == Kind::write) addConversions(op);
    }
    addWarmedUp();
    std::sort(costs_.begin(), costs_.end());
    costs_.erase(std::unique(costs_.begin(), costs_.end()), costs_.end());
    std::vector<std::string> sorted;
    sorted.reserve(costs_.size());
    for (Cost& cost : costs_) sorted.push_back(std::move(cost.text));
    return sorted;
  }

 private:
  /// The op between two tensors: one of them packed, of the same layout, one broadcast, one on the
  /// host.
  void addPairs(const Op& op, const Source& source) {
    const Source packed = sourceOf(source.layout.sizes);
    if (!addVaried(op, {source, packed}, false)) return;
    addVaried(op, {packed, source}, false);
    addVaried(op, {source, source}, false);
    for (size_t d = 0; d < source.layout.sizes.size(); ++d) {
      Dims sizes = source.layout.sizes;
      sizes[d] = 1;
      addVaried(op, {source, sourceOf(std::move(sizes))}, false);
    }
    if (takesHost(op)) {
      Source host = source;
      host.layout.host = true;
      addVaried(op, {packed, host}, true);
      addVaried(op, {source, host}, false);
    }
    addRefused(op, {source, packed});
  }

  /// Copies between windows with something behind them, after a copy of another length: what a
  /// device keeps of one may not fit the next.
  void addWarmedUp() {
    const Op* copy = findOp("aten.copy_");
    const auto copied = [&](int to, int from) {
      return Statement{Call{copy, {}, {{{}, TensorRef{to}}, {{}, TensorRef{from}}}, 0}, {}};
    };
    for (const Dims& sizes : {Dims{}, Dims{3}, Dims{2, 2}}) {
      for (const int64_t to : {0, 1}) {
        for (const int64_t from : {0, 1}) {
          Source dest = sourceOf(sizes, {}, to);
          Source source = sourceOf(sizes, {}, from);
          dest.storage_numel += 2;
          source.storage_numel += 2;
          take({{{sourceOf({2}), {}}, copied(0, 0), {dest, {}}, {source, {}}, copied(1, 2)}});
        }
      }
    }
  }

  void addConversions(const Op& op) {
    for (const Dtype from : kConverted) {
      for (const Dtype to : kConverted) {
        if (from == to) continue;
        for (const int64_t offset : {0, 1}) {
          addVaried(op, {sourceOf({}, {}, offset, to), sourceOf({}, {}, 0, from)}, false);
          addVaried(op, {sourceOf({}, {}, 0, to), sourceOf({}, {}, offset, from)}, false);
          addVaried(op, {sourceOf({2}, {}, offset, to), sourceOf({2}, {}, 0, from)}, false);
        }
      }
    }
  }

  /// The op with the plainest arguments, and with one of them another. False: it does not take so
  /// many tensors.
  bool addVaried(const Op& op, const std::vector<Source>& sources, bool vary) {
    Deviations plain;
    const bool taken = addOne(op, sources, plain);
    for (size_t at = 0; vary && at < std::min(plain.bounds().size(), kMostChoices); ++at) {
      for (const uint64_t value : others(plain.bounds()[at])) {
        Deviations other(at, value);
        addOne(op, sources, other);
      }
    }
    return taken;
  }

  static bool takesIndex(const Op& op) {
    Deviations plain;
    const auto program = drawn(op, {sourceOf({3})}, plain);
    return program && std::any_of(program->statements.begin(), program->statements.end(),
                                  [](const Statement& statement) {
                                    const auto* source = std::get_if<Source>(&statement.what);
                                    return source && source->fill.kind == Fill::Kind::list;
                                  });
  }

  /// With two arguments that are others.
  void addVariedTwice(const Op& op, const std::vector<Source>& sources) {
    Deviations plain;
    addOne(op, sources, plain);
    const size_t choices = std::min(plain.bounds().size(), kMostChoices);
    for (size_t first = 0; first < choices; ++first) {
      for (const uint64_t value : fewOthers(plain.bounds()[first])) {
        Deviations one(first, value);
        addOne(op, sources, one);
        for (size_t second = first + 1; second < std::min(one.bounds().size(), kMostChoices);
             ++second) {
          for (const uint64_t other : fewOthers(one.bounds()[second])) {
            Deviations two(first, value);
            two.deviate(second, other);
            addOne(op, sources, two);
          }
        }
      }
    }
  }

  bool addOne(const Op& op, const std::vector<Source>& sources, Choices& choices) {
    const auto program = drawn(op, sources, choices);
    if (!program) return false;
    const int made = static_cast<int>(sources.size());
    if (made == 1) {
      addFollowed(*program);
      return true;
    }
    // The plainest choice of an operand is the first tensor, or one made for the purpose.
    bool taken = false;
    const auto operands_drawn = operands(program->statements.back()).size();
    for (size_t other = 0; other < operands_drawn; ++other) {
      Program changed = *program;
      size_t operand = 0;
      forEachOperand(changed.statements.back(), [&](int& id) {
        if (operand++ == other && other > 0) id = 1;
      });
      changed = withoutUnused(std::move(changed), made);
      if (!usesAll(changed, made) || !isValid(changed)) continue;
      addFollowed(changed);
      taken = true;
    }
    return taken;
  }

  /// Without the sources from tensor `first` on that nothing uses.
  static Program withoutUnused(Program program, int first) {
    for (size_t i = program.statements.size() - 1; i-- > static_cast<size_t>(first);) {
      if (auto shorter = withoutStatement(program, i, {})) program = std::move(*shorter);
    }
    return program;
  }

  static std::optional<Program> drawn(const Op& op, const std::vector<Source>& sources,
                                      Choices& choices) {
    Draft draft(choices, tinyShapes());
    for (const Source& source : sources) draft.source(source);
    if (!Generator::extend(draft, op)) return std::nullopt;
    return std::move(draft.program);
  }

  /// And what shows more of it: a write to its result and a copy of that, also through a view; a
  /// write to what was filled from the host.
  void addFollowed(const Program& program) {
    take(program);
    const auto& call = std::get<Call>(program.statements.back().what);
    if (call.results > 0) {
      take(followed(program, "aten.zero_", -1));
      take(followed(program, "aten.clone", -1));
      if (call.entry->kind != Kind::compute) return;
      Program viewed = followed(program, "aten.select.int", -1);
      auto& select = std::get<Call>(viewed.statements.back().what);
      select.args.push_back({{}, int64_t{0}});
      select.args.push_back({{}, int64_t{0}});
      if (isValid(viewed)) take(followed(viewed, "aten.zero_", -1));
    } else if (const auto* source = std::get_if<Source>(&program.statements[1].what);
               source != nullptr && source->layout.host) {
      take(followed(program, "aten.zero_", 0));
      if (call.name() != "aten.copy_" || call.args.size() != 2) return;
      Program late = program;
      std::get<Call>(late.statements.back().what).args.push_back({"non_blocking", true});
      take(late);
      take(followed(std::move(late), "aten.zero_", 0));
    }
  }

  /// With a call on tensor `id`, or on the first result of the last statement.
  static Program followed(Program program, std::string_view name, int id) {
    if (id < 0) id = firstResult(program, program.statements.size() - 1);
    const Op* op = findOp(name);
    program.statements.push_back(
        {Call{op, {}, {{{}, TensorRef{id}}}, op->kind == Kind::write ? 0 : 1}, {}});
    return program;
  }

  /// Calls of the op that are refused.
  void addRefused(const Op& op, const std::vector<Source>& sources) {
    constexpr uint64_t kTries = 12;
    for (uint64_t i = 0; i < kTries; ++i) {
      SeededChoices choices(0, i);
      Draft draft(choices, tinyShapes());
      Deviations plain;
      const auto program = drawn(op, sources, plain);
      if (!program) return;
      for (const auto& statement : program->statements) draft.append(statement);
      const size_t accepted = draft.program.statements.size() - 1;
      Generator::refuse(draft);
      if (draft.program.statements.size() == accepted + 1) continue;
      if (auto alone = withoutStatement(draft.program, accepted, {})) take(*alone);
    }
  }

  /// Calls that suit a packed tensor, and are refused for one that lies like this.
  void addMisfits(const Op& op, const Source& source) {
    const std::vector<Source> packed = {sourceOf(source.layout.sizes)};
    Deviations plain;
    drawn(op, packed, plain);
    for (size_t at = 0; at < std::min(plain.bounds().size(), kMostChoices); ++at) {
      for (const uint64_t value : others(plain.bounds()[at])) {
        Deviations other(at, value);
        auto program = drawn(op, packed, other);
        if (!program) continue;
        program->statements.front().what = source;
        program->statements.back().refused = true;
        take(*program);
      }
    }
  }

  static constexpr size_t kMostChoices = 40;
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
