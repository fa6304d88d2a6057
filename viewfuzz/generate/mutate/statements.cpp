// Mutations that add, remove and reorder statements.

#include <algorithm>

#include "viewfuzz/generate/damage.h"
#include "viewfuzz/generate/mutate/mutations.h"
#include "viewfuzz/ops/make.h"
#include "viewfuzz/ops/table.h"
#include "viewfuzz/program/edit.h"

namespace viewfuzz {
namespace {

size_t drawnPlace(const Program& program, Choices& choices) {
  return static_cast<size_t>(choices.below(program.statements.size()));
}

Program insertOne(const Program& program, const Generator& generator, Choices& choices) {
  if (program.statements.size() >= kMostStatements) return program;
  Draft draft(choices, generator.profile().shapes);
  const auto at = static_cast<size_t>(choices.below(program.statements.size() + 1));
  begin(draft, program, at);
  // Every other time draws the op with equal weights. The weights of a profile make many ops rare,
  // and a rare op may be what a corpus then keeps.
  const auto all = ops();
  if (choices.oneIn(2)) {
    generator.extend(draft);
  } else {
    Generator::extend(draft, all[choices.below(all.size())]);
  }
  return withInserted(program, at, appended(draft, at));
}

Program insertSource(const Program& program, const Generator& generator, Choices& choices) {
  if (program.statements.size() >= kMostStatements) return program;
  Draft draft(choices, generator.profile().shapes);
  const auto at = drawnPlace(program, choices);
  begin(draft, program, at);
  draft.randomSource();
  return withInserted(program, at, appended(draft, at));
}

/// Repeats a call, changed so that it is refused.
Program insertRefused(const Program& program, const Generator& generator, Choices& choices) {
  std::vector<size_t> calls;
  for (size_t i = 0; i < program.statements.size(); ++i) {
    if (!program.statements[i].refused && std::holds_alternative<Call>(program.statements[i].what))
      calls.push_back(i);
  }
  if (calls.empty() || program.statements.size() >= kMostStatements) return program;
  Draft draft(choices, generator.profile().shapes);
  const size_t behind = choices.pick(calls) + 1;
  begin(draft, program, behind);
  Generator::refuse(draft);
  return withInserted(program, behind, appended(draft, behind));
}

Program eraseOne(const Program& program, const Generator&, Choices& choices) {
  return withoutOne(program, drawnPlace(program, choices));
}

Program duplicate(const Program& program, const Generator&, Choices& choices) {
  if (program.statements.size() >= kMostStatements) return program;
  const auto from = drawnPlace(program, choices);
  const auto to = static_cast<size_t>(choices.between(
      static_cast<int64_t>(from) + 1, static_cast<int64_t>(program.statements.size())));
  return withInserted(program, to, {program.statements[from]});
}

/// Swaps a statement with the next one, if that one does not need it.
Program moveLater(const Program& program, const Generator&, Choices& choices) {
  const auto at = drawnPlace(program, choices);
  if (at + 1 >= program.statements.size()) return program;
  const int first = firstResult(program, at);
  const int ours = program.statements[at].results();
  const int theirs = program.statements[at + 1].results();
  const auto needed = operands(program.statements[at + 1]);
  if (std::any_of(needed.begin(), needed.end(), [&](int id) { return id >= first; }))
    return program;
  Program moved = program;
  std::swap(moved.statements[at], moved.statements[at + 1]);
  for (size_t i = at + 2; i < moved.statements.size(); ++i) {
    forEachOperand(moved.statements[i], [&](int& id) {
      if (id >= first && id < first + ours) {
        id += theirs;
      } else if (id >= first + ours && id < first + ours + theirs) {
        id -= ours;
      }
    });
  }
  return moved;
}

/// A new call before statement `at` that makes a view of the tensor. None if some tries do not find
/// one.
std::optional<Statement> viewOf(const Program& program, size_t at, int tensor,
                                const Generator& generator, Choices& choices) {
  constexpr int kTries = 24;  // most draws make no view of this tensor
  for (int i = 0; i < kTries; ++i) {
    Draft draft(choices, generator.profile().shapes);
    begin(draft, program, at);
    generator.extend(draft);
    auto more = appended(draft, at);
    if (more.size() != 1) continue;
    const auto* call = std::get_if<Call>(&more[0].what);
    if (call != nullptr && call->entry->kind == Kind::view && operands(more[0])[0] == tensor)
      return std::move(more[0]);
  }
  return std::nullopt;
}

/// Makes a statement use a new view of one of its operands instead of the operand.
Program throughAView(const Program& program, const Generator& generator, Choices& choices) {
  if (program.statements.size() >= kMostStatements) return program;
  const auto at = drawnPlace(program, choices);
  const auto needed = operands(program.statements[at]);
  if (needed.empty()) return program;
  const int operand = choices.pick(needed);
  const auto view = viewOf(program, at, operand, generator, choices);
  if (!view) return program;
  Program through = withInserted(program, at, {*view});
  const int result = firstResult(program, at);
  bool done = false;
  forEachOperand(through.statements[at + 1], [&](int& id) {
    if (id == operand && !done) {
      id = result;
      done = true;
    }
  });
  return through;
}

/// Adds a view of the result of a call, and sometimes a write through the view.
Program viewOfResult(const Program& program, const Generator& generator, Choices& choices) {
  std::vector<size_t> calls;
  for (size_t i = 0; i < program.statements.size(); ++i) {
    const auto& statement = program.statements[i];
    if (std::holds_alternative<Call>(statement.what) && statement.results() > 0) calls.push_back(i);
  }
  if (calls.empty() || program.statements.size() + 1 >= kMostStatements) return program;
  const auto at = choices.pick(calls);
  const auto results = static_cast<uint64_t>(program.statements[at].results());
  const int made = firstResult(program, at) + static_cast<int>(choices.below(results));
  const auto view = viewOf(program, at + 1, made, generator, choices);
  if (!view) return program;
  std::vector<Statement> more = {*view};
  if (view->results() > 0 && choices.oneIn(2)) {
    more.push_back({makeZero({firstResult(program, at + 1)}), {}});
  }
  return withInserted(program, at + 1, more);
}

/// Adds a `view` that merges two dims, as models do, also if the strides do not allow it.
Program viewMerged(const Program& program, const Generator& generator, Choices& choices) {
  const size_t end = program.statements.size();
  if (end >= kMostStatements) return program;
  Draft draft(choices, generator.profile().shapes);
  begin(draft, program, end);
  if (draft.state.tensors.empty()) return program;
  const auto tensor = static_cast<int>(choices.below(draft.state.tensors.size()));
  if (!draft.state.known(tensor) || draft.state.at(tensor).rank() < 2) return program;
  Dims sizes = draft.state.at(tensor).sizes;
  mergeTwo(sizes, choices);
  const Call view = makeView({tensor}, std::move(sizes));
  if (!draft.append({view, {}, false})) draft.append({view, {}, true});
  return std::move(draft.program);
}

}  // namespace

void begin(Draft& draft, const Program& program, size_t count) {
  draft.program.statements.reserve(count + 4);  // the draft rarely appends more
  for (size_t i = 0; i < count; ++i) {
    step(draft.state, program.statements[i]);
    draft.program.statements.push_back(program.statements[i]);
  }
}

std::vector<Statement> appended(const Draft& draft, size_t count) {
  const auto& all = draft.program.statements;
  return {all.begin() + static_cast<int64_t>(count), all.end()};
}

std::vector<Mutation> statementMutations() {
  return {
      {"insert", "a statement more, anywhere", 12, insertOne},
      {"insert-source", "a tensor more, anywhere", 2, insertSource},
      {"insert-refused", "a call once more, so that it is refused", 3, insertRefused},
      {"delete", "a statement less", 8, eraseOne},
      {"duplicate", "a statement once more, later", 4, duplicate},
      {"move-later", "two statements in the other order", 4, moveLater},
      {"through-a-view", "an operand is seen through one view more", 5, throughAView},
      {"view-of-result", "a view of what a call made, and perhaps a write through it", 6,
       viewOfResult},
      {"view-merged", "a view with two dims merged, perhaps one that is refused", 2, viewMerged},
  };
}

}  // namespace viewfuzz
