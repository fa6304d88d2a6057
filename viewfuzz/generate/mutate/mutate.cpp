#include "viewfuzz/generate/mutate/mutate.h"

#include <algorithm>

#include "viewfuzz/generate/mutate/mutations.h"
#include "viewfuzz/generate/repair.h"
#include "viewfuzz/program/edit.h"

namespace viewfuzz {
namespace {

std::vector<Mutation> makeTable() {
  std::vector<Mutation> table;
  for (auto group : {statementMutations, copyMutations, argumentMutations, sourceMutations,
                     sizeMutations, historyMutations}) {
    const auto entries = group();
    table.insert(table.end(), entries.begin(), entries.end());
  }
  return table;
}

std::vector<uint32_t> weightsOf(std::span<const Mutation> table) {
  std::vector<uint32_t> weights;
  for (const auto& mutation : table) weights.push_back(mutation.weight);
  return weights;
}

}  // namespace

std::span<const Mutation> mutations() {
  static const std::vector<Mutation> table = makeTable();
  return table;
}

Program mutated(const Program& program, const Mutation& mutation, const Generator& generator,
                Choices& choices) {
  return repair(mutation.apply(program, generator, choices));
}

Program mutate(const Program& program, const Generator& generator, Choices& choices) {
  static const std::vector<uint32_t> weights = weightsOf(mutations());
  if (program.statements.empty()) return generator.generate(choices);
  int steps = 1;
  while (steps < 3 && choices.oneIn(3)) ++steps;
  const auto step = [&](const Program& from) {
    return mutated(from, mutations()[choices.weighted(weights)], generator, choices);
  };
  Program changed = step(program);
  for (int i = 1; i < steps && !changed.statements.empty(); ++i) changed = step(changed);
  return changed.statements.empty() ? generator.generate(choices) : changed;
}

Program shortened(Program program, size_t most, Choices& choices) {
  if (program.statements.size() <= most) return program;
  while (program.statements.size() > most) {
    program = withoutOne(program, choices.below(program.statements.size()));
  }
  return repair(std::move(program));
}

Program splice(const Program& a, const Program& b, Choices& choices) {
  Program spliced = a;
  spliced.statements.resize(choices.below(a.statements.size() + 1));
  const int shift = spliced.tensors();
  const auto from = choices.below(b.statements.size() + 1);
  const int first_of_b = firstResult(b, from);
  for (size_t i = from; i < b.statements.size() && spliced.statements.size() < kMostStatements;
       ++i) {
    Statement statement = b.statements[i];
    forEachOperand(statement, [&](int& id) {
      if (id >= first_of_b) {
        id += shift - first_of_b;
      } else if (shift > 0) {
        id = static_cast<int>(choices.below(static_cast<uint64_t>(shift)));
      }
    });
    spliced.statements.push_back(std::move(statement));
  }
  return repair(std::move(spliced));
}

}  // namespace viewfuzz
