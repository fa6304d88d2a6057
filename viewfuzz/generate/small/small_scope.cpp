#include "viewfuzz/generate/small/small_scope.h"

#include <algorithm>
#include <array>

#include "viewfuzz/generate/choices.h"
#include "viewfuzz/generate/generate.h"
#include "viewfuzz/generate/repair.h"
#include "viewfuzz/generate/small/deviations.h"
#include "viewfuzz/generate/small/follow_ups.h"
#include "viewfuzz/generate/small/small_sources.h"
#include "viewfuzz/ops/make.h"
#include "viewfuzz/ops/table.h"
#include "viewfuzz/program/edit.h"
#include "viewfuzz/text/cost.h"

namespace viewfuzz {
namespace {

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

/// Dtypes between which kernels convert in different ways.
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
      for (const Source& source : smallLayouts()) {
        addVaried(op, {source}, source.layout.rank() < 3);
        addRefused(op, {source});
        if (op.kind == Kind::view || op.kind == Kind::metadata) addMisfits(op, source);
        addPairs(op, source);
      }
      for (const Source& source : smallDtypesAndValues())
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
  /// The op with `source` and a second tensor: a packed one, one of the same layout, one that is
  /// broadcast, one on the host.
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

  /// Copies between windows with gaps after them, each after a copy of another length: what a
  /// device keeps of the first copy may not fit the second.
  void addWarmedUp() {
    const auto copied = [](int to, int from) {
      return Statement{makeCopy(TensorRef{to}, TensorRef{from}), {}};
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

  /// The op with the plainest arguments, and, if `vary`, with one argument changed. False if the op
  /// does not take so many tensors.
  bool addVaried(const Op& op, const std::vector<Source>& sources, bool vary) {
    Deviations plain;
    const bool taken = addOne(op, sources, plain);
    for (size_t at = 0; vary && at < std::min(plain.bounds().size(), kMostChoices); ++at) {
      for (const uint64_t value : otherChoices(plain.bounds()[at])) {
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

  /// The op with up to two arguments changed.
  void addVariedTwice(const Op& op, const std::vector<Source>& sources) {
    Deviations plain;
    addOne(op, sources, plain);
    const size_t choices = std::min(plain.bounds().size(), kMostChoices);
    for (size_t first = 0; first < choices; ++first) {
      for (const uint64_t value : fewOtherChoices(plain.bounds()[first])) {
        Deviations one(first, value);
        addOne(op, sources, one);
        for (size_t second = first + 1; second < std::min(one.bounds().size(), kMostChoices);
             ++second) {
          for (const uint64_t other : fewOtherChoices(one.bounds()[second])) {
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
    // With the plainest choices the operands are the first tensor, or one that was made for the op.
    // So each other operand in turn becomes the second tensor.
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

  /// Removes those sources that nothing uses, from tensor `first` on.
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

  void addFollowed(const Program& program) {
    take(program);
    for (const Program& followed : followUps(program)) take(followed);
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

  /// Calls that a packed tensor accepts, and that are refused for a tensor with this layout.
  void addMisfits(const Op& op, const Source& source) {
    const std::vector<Source> packed = {sourceOf(source.layout.sizes)};
    Deviations plain;
    drawn(op, packed, plain);
    for (size_t at = 0; at < std::min(plain.bounds().size(), kMostChoices); ++at) {
      for (const uint64_t value : otherChoices(plain.bounds()[at])) {
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
    // A call that was refused after another call may be accepted when it stands alone.
    if (!isValid(program)) return;
    Cost cost = costOf(program);
    // Nobody reads the long index list of a large tensor.
    constexpr size_t kLongestText = 4096;
    if (cost.text.size() < kLongestText) costs_.push_back(std::move(cost));
  }

  std::vector<Cost> costs_;  // with the texts of the programs
};

}  // namespace

const std::vector<std::string>& smallPrograms() {
  static const std::vector<std::string> programs = SmallScope().make();
  return programs;
}

}  // namespace viewfuzz
