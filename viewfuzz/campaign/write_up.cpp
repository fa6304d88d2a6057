#include "viewfuzz/campaign/write_up.h"

#include <algorithm>

#include "viewfuzz/program/edit.h"
#include "viewfuzz/reduce/minimality.h"

namespace viewfuzz {

Finding findingOf(const Minimal& minimal, size_t original_statements) {
  Finding finding;
  finding.signature = minimal.shown.violation.signature();
  finding.violation = minimal.shown.violation;
  finding.program = minimal.shown.program;
  finding.original_statements = original_statements;
  finding.reducer_runs = minimal.reduction.runs;
  finding.reducer_seconds = minimal.reduction.seconds;
  finding.one_minimal = minimal.one_minimal;
  return finding;
}

namespace {

Minimal leastThatDies(const Program& original, const Violation& violation, const Survival& survival,
                      const Budget& budget) {
  const FailsTheSame fails = [&](const Program& candidate) {
    return !survival.stop().due() && survival.failsLike(candidate, violation);
  };
  Program program = original;
  program.statements.resize(violation.statement + 1);
  // Where the operands can be made directly, there is nothing to reduce before the statement.
  const auto rest = cutPrefix(program, violation.statement);
  if (rest && fails(*rest)) program = *rest;
  Minimal minimal{{program, violation}, reduce(program, fails, budget), false};
  minimal.shown.program = minimal.reduction.program;
  minimal.shown.violation.statement = minimal.shown.program.statements.size() - 1;
  minimal.one_minimal = !smallerNeighbour(minimal.shown.program, fails) && !survival.stop().due();
  return minimal;
}

}  // namespace

Finding survivalFinding(const Program& original, const Violation& violation,
                        const Survival& survival, Budget budget) {
  constexpr double kLeastSeconds = 60;
  budget.seconds = std::max(budget.seconds, kLeastSeconds);
  Minimal minimal = leastThatDies(original, violation, survival, budget);
  if (violation.condition == Condition::hang) {
    // A slow program is no hang, and the reducer waits for less than it was waited for before.
    const Survival patient = survival.withAllPatience();
    if (!survival.stop().due() && !patient.failsLike(minimal.shown.program, violation))
      minimal = leastThatDies(original, violation, patient, budget);
  }
  Finding finding = findingOf(minimal, original.statements.size());
  finding.last_words = survival.lastWords(finding.program, finding.violation);
  return finding;
}

}  // namespace viewfuzz
