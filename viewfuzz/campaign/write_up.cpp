#include "viewfuzz/campaign/write_up.h"

#include <fmt/format.h>

#include <algorithm>

#include "viewfuzz/program/edit.h"
#include "viewfuzz/reduce/minimality.h"

namespace viewfuzz {

Finding findingOf(const Witness& witness) {
  Finding finding;
  finding.signature = witness.violation.signature();
  finding.violation = witness.violation;
  finding.program = witness.program;
  finding.original_statements = witness.provenance.statements;
  finding.reducer_runs = witness.effort.runs;
  finding.reducer_seconds = witness.effort.seconds;
  finding.reducer_cut_short = witness.effort.cut != Cut::none;
  finding.one_minimal = witness.effort.one_minimal;
  return finding;
}

namespace {

Witness leastThatDies(const Program& original, const Violation& violation, const Survival& survival,
                      const Budget& budget) {
  const FailsTheSame fails = [&](const Program& candidate) {
    return !survival.stop().due() && survival.failsLike(candidate, violation);
  };
  Program program = original;
  program.statements.resize(violation.statement + 1);
  // If the operands can be sources, nothing before the statement is needed.
  const auto rest = cutPrefix(program, violation.statement);
  if (rest && fails(*rest)) program = *rest;
  Budget stoppable = budget;
  stoppable.stop = survival.stop();
  Spending spending(stoppable);
  Witness witness{
      reduce(program, fails, spending).program, violation, {original.statements.size()}, {}};
  witness.violation.statement = witness.program.statements.size() - 1;
  const bool one_minimal = isOneMinimal(witness.program, fails, spending) && !survival.stop().due();
  witness.effort = spending.effort();
  witness.effort.one_minimal = one_minimal;
  return witness;
}

}  // namespace

Finding survivalFinding(const Program& original, const Violation& violation,
                        const Survival& survival, Budget budget) {
  constexpr double kLeastSeconds = 60;
  budget.seconds = std::max(budget.seconds, kLeastSeconds);
  Witness minimal = leastThatDies(original, violation, survival, budget);
  if (violation.condition == Condition::hang) {
    // The tries of the reducer have less patience, and a slow program is not one that hangs.
    const Survival patient = survival.withAllPatience();
    if (!survival.stop().due() && !patient.failsLike(minimal.program, violation))
      minimal = leastThatDies(original, violation, patient, budget);
  }
  Finding finding = findingOf(minimal);
  finding.violation.refused_by_reference = survival.refusedByReference(finding.program);
  finding.last_words = survival.lastWords(finding.program, finding.violation);
  return finding;
}

Finding findingBehindOthers(const Program& program, const ChildOutcome& outcome,
                            const CampaignOptions& options, uint64_t index) {
  Finding finding;
  finding.program = program;
  finding.original_statements = program.statements.size();
  finding.violation = survivalViolation(program, program.statements.size() - 1, outcome);
  finding.violation.op = "process";
  tellEnd(
      finding.violation,
      fmt::format("the process {} in this case, which alone does no harm: see what --seed {} "
                  "--first {} --cases {} does",
                  told(outcome), options.seed, options.first_case, index - options.first_case + 1));
  finding.signature = finding.violation.signature();
  finding.case_index = index;
  return finding;
}

}  // namespace viewfuzz
