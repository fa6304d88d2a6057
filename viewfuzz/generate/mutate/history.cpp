// Repeats of what a program has done. What a backend remembers of earlier calls, such as plans by
// shape, shows only if the process has done something alike before.

#include <algorithm>

#include "viewfuzz/generate/mutate/mutations.h"
#include "viewfuzz/program/edit.h"

namespace viewfuzz {
namespace {

/// Repeats the first statements right after themselves, on tensors of their own. Calls `change` for
/// each source that is repeated.
template <typename Change>
Program replayed(const Program& program, Choices& choices, Change change) {
  const size_t most = std::min(program.statements.size(), kMostStatements / 2);
  const auto count = static_cast<size_t>(choices.below(most)) + 1;
  if (program.statements.size() + count > kMostStatements) return program;
  const int results = firstResult(program, count);
  std::vector<Statement> again(program.statements.begin(),
                               program.statements.begin() + static_cast<int64_t>(count));
  for (auto& statement : again) {
    forEachOperand(statement, [&](int& id) { id += results; });
    if (auto* source = std::get_if<Source>(&statement.what)) change(*source);
  }
  return withInserted(program, count, again);
}

Program replay(const Program& program, const Generator&, Choices& choices) {
  return replayed(program, choices, [](Source&) {});
}

Program replayElsewhere(const Program& program, const Generator& generator, Choices& choices) {
  return replayed(program, choices, [&](Source& source) {
    source.layout.offset += choices.between(0, 4);
    keepSmall(source, generator.profile().shapes);
  });
}

Program replayLonger(const Program& program, const Generator& generator, Choices& choices) {
  return replayed(program, choices, [&](Source& source) {
    Layout& layout = source.layout;
    if (layout.sizes.empty() || choices.oneIn(3)) return;
    const bool fresh = source.isFresh();
    auto& size = choices.pick(layout.sizes);
    size = std::max<int64_t>(size + choices.between(-2, 2), 0);
    if (fresh) {
      layout.strides = contiguousStrides(layout.sizes);
      source.storage_numel = numel(layout);
    }
    keepSmall(source, generator.profile().shapes);
  });
}

/// Keeps the beginning of a program and replaces the rest by new statements. It is the most
/// frequent mutation: each new statement tries something, and most other mutations try one thing.
Program goOn(const Program& program, const Generator& generator, Choices& choices) {
  const auto kept = static_cast<size_t>(choices.below(program.statements.size())) + 1;
  const auto more = static_cast<size_t>(choices.between(1, 4));
  if (kept + more > kMostStatements) return program;
  Draft draft(choices, generator.profile().shapes);
  begin(draft, program, kept);
  generator.goOn(draft, kept + more);
  return std::move(draft.program);
}

Program spliceNew(const Program& program, const Generator& generator, Choices& choices) {
  return splice(program, generator.generate(choices), choices);
}

}  // namespace

std::vector<Mutation> historyMutations() {
  return {
      {"replay", "the first statements twice", 2, replay},
      {"replay-elsewhere", "and the second time at other offsets", 3, replayElsewhere},
      {"replay-longer", "and the second time on other sizes", 2, replayLonger},
      {"go-on", "the first statements, then new ones", 100, goOn},
      {"splice-new", "then the end of a new program, on the tensors it finds", 5, spliceNew},
  };
}

}  // namespace viewfuzz
