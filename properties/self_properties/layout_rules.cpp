// Compares the layout rules with ATen on the CPU. They are two accounts of view semantics that
// share no code.

#include <ATen/Parallel.h>

#include <map>

#include "properties/arbitrary_program.h"
#include "properties/check.h"
#include "viewfuzz/execute/run.h"
#include "viewfuzz/generate/choices.h"
#include "viewfuzz/ops/table.h"
#include "viewfuzz/program/op.h"
#include "viewfuzz/target/open.h"
#include "viewfuzz/text/text.h"

namespace viewfuzz {
namespace {

/// Are the layouts equal, apart from what the rules leave open? These are strides that no element
/// shows, and the offset of an empty tensor.
bool sameElements(const Layout& a, const Layout& b) {
  if (a.sizes != b.sizes || a.dtype != b.dtype || a.conj != b.conj || a.neg != b.neg) return false;
  if (numel(a) == 0) return true;
  for (int64_t d = 0; d < a.rank(); ++d) {
    if (a.sizes[d] > 1 && a.strides[d] != b.strides[d]) return false;
  }
  return a.offset == b.offset;
}

/// For each tensor, the first tensor in the same storage. The rules and ATen number storages
/// differently, and only sharing counts.
std::vector<int> firstOfStorage(const std::vector<int>& storages) {
  std::map<int, int> first;
  std::vector<int> result;
  for (size_t i = 0; i < storages.size(); ++i) {
    result.push_back(first.emplace(storages[i], static_cast<int>(i)).first->second);
  }
  return result;
}

/// The statements before the first call that the rules do not know. Some ops check nothing, and
/// would read and write outside of storages.
Program known(Program program) {
  LayoutState state;
  for (size_t i = 0; i < program.statements.size(); ++i) {
    if (step(state, program.statements[i]).verdict == Outcome::Verdict::unknown)
      program.statements.resize(i);
  }
  return program;
}

void expectRulesToHold(const Program& whole) {
  const Program program = known(whole);
  at::set_num_threads(1);
  const Target& cpu = cpuTarget();
  Observation observation;
  Runner(cpu).run(program, Speed::located, observation);
  LayoutState state;
  for (size_t i = 0; i < program.statements.size(); ++i) {
    const Outcome outcome = step(state, program.statements[i]);
    const auto& refusal = observation.refusals[i];
    RC_LOG() << "statement: " << print(program.statements[i], 0) << "\n";
    if (outcome.verdict == Outcome::Verdict::refused) {
      RC_ASSERT(refusal.has_value());
      return;
    }
    if (outcome.verdict == Outcome::Verdict::undefined) return;
    // Whether an index fits depends on the data of a tensor, and a layout rule does not know the
    // data.
    const auto* call = std::get_if<Call>(&program.statements[i].what);
    if (refusal && call && call->entry && call->entry->reads_values) return;
    if (refusal) RC_FAIL("the rule accepts it, ATen does not: " + refusal->message);
    const auto& tensors = observation.snapshots[i].tensors;
    RC_ASSERT(tensors.size() == state.tensors.size());
    std::vector<int> by_rule;
    std::vector<int> by_aten;
    for (size_t id = 0; id < tensors.size(); ++id) {
      RC_ASSERT(sameElements(state.tensors[id], tensors[id].layout));
      by_rule.push_back(state.tensors[id].storage);
      by_aten.push_back(tensors[id].layout.storage);
    }
    RC_ASSERT(firstOfStorage(by_rule) == firstOfStorage(by_aten));
  }
}

}  // namespace

VIEWFUZZ_PROPERTY(LayoutRules, agreeWithAtenOnValidPrograms, const Program& program) {
  expectRulesToHold(program);
}

VIEWFUZZ_PROPERTY(LayoutRules, agreeWithAtenOnWhatIsRefused, const Program& program,
                  uint64_t seed) {
  // Changes one number anywhere, so that some calls no longer fit.
  SeededChoices choices(seed, 3);
  Program changed = program;
  auto& statement = choices.pick(changed.statements);
  if (auto* call = std::get_if<Call>(&statement.what)) {
    for (auto& argument : call->args) {
      if (auto* integer = std::get_if<int64_t>(&argument.value))
        *integer = nearby(*integer, 4, choices);
      if (auto* list = std::get_if<Dims>(&argument.value); list && !list->empty())
        choices.pick(*list) += choices.between(-2, 2);
    }
  }
  expectRulesToHold(changed);
}

TEST(LayoutRules, EveryOpOfTheTableIsDrawn) {
  // If an op were never drawn, the two properties above would say nothing about it.
  std::map<std::string_view, int> drawn;
  for (uint64_t i = 0; i < 100000; ++i) {
    SeededChoices choices(1, i);
    for (const auto& statement : propertyGenerator().generate(choices).statements) {
      if (const auto* call = std::get_if<Call>(&statement.what)) ++drawn[call->name()];
    }
  }
  for (const auto& op : ops()) {
    EXPECT_TRUE(op.kind == Kind::pattern || drawn[op.name] >= 20) << op.name;
  }
}

}  // namespace viewfuzz
