#include "viewfuzz/campaign/confirm.h"

#include <algorithm>

#include "viewfuzz/examine/minimize.h"
#include "viewfuzz/program/edit.h"

namespace viewfuzz {
namespace {

/// How many earlier cases may take part in a finding.
constexpr uint64_t kHistory = 1024;

/// Reduces `program` in processes in which nothing runs before it. False: it does not fail there.
/// Updates the finding, also its signature: a case may go wrong in more than one way.
bool reduceAfresh(Finding& finding, const Program& program, Predicate& afresh,
                  const Budget& budget) {
  const auto seen = afresh.recheck(finding.violation, program);
  if (!seen) return false;
  const auto clear = clarified(program, *seen, afresh);
  if (!clear) return false;
  const Witness minimal = minimize(*clear, afresh, budget);
  finding.violation = minimal.violation;
  finding.signature = clear->violation.signature();
  finding.program = minimal.program;
  finding.reducer_runs += minimal.effort.runs;
  finding.reducer_seconds += minimal.effort.seconds;
  finding.one_minimal = minimal.effort.one_minimal;
  return true;
}

}  // namespace

Confirmation::Confirmation(const Cases& cases, LoadTarget load, const CampaignOptions& options,
                           const Patience& patience)
    : cases_(cases),
      options_(options),
      afresh_(
          std::move(load), [this](uint64_t index) { return caseAt(index); }, patience,
          StopCondition(), options.asked) {}

Program Confirmation::caseAt(uint64_t index) const { return cases_.make(options_.seed, index); }

std::optional<Program> Confirmation::withHistory(const Finding& finding, const Program& program,
                                                 uint64_t first) {
  const uint64_t index = finding.case_index;
  const auto fails_behind = [&](uint64_t from) {
    return afresh_.examineBehind(from, index, finding.violation, program).has_value();
  };
  // First further back in steps that double, then by halves to the latest case that is needed.
  const uint64_t earliest = index - std::min(index - first, kHistory);
  uint64_t passes = index;
  uint64_t fails = index;
  for (uint64_t back = 1; fails == index && passes > earliest; back *= 2) {
    const uint64_t from = index - std::min(back, index - earliest);
    (fails_behind(from) ? fails : passes) = from;
  }
  if (fails == index) return std::nullopt;
  while (passes - fails > 1) {
    const uint64_t middle = fails + (passes - fails) / 2;
    (fails_behind(middle) ? fails : passes) = middle;
  }
  return joined(caseAt(fails), program);
}

bool Confirmation::standsAlone(const Finding& finding) {
  return finding.violation.property == Property::survival ||
         afresh_.failsLike(finding.program, finding.violation);
}

Finding Confirmation::confirmed(Finding finding, uint64_t first) {
  const Budget& budget = options_.reduce_budget;
  finding.alone = true;
  finding.confirmed = true;
  if (standsAlone(finding)) {
    // The worker may have seen no smaller program fail because of what other tries left behind.
    if (!finding.one_minimal && finding.violation.property != Property::survival)
      reduceAfresh(finding, finding.program, afresh_, budget);
    return finding;
  }
  if (!afresh_.answered()) {
    finding.confirmed = false;
    return finding;
  }
  const Program original = caseAt(finding.case_index);
  if (reduceAfresh(finding, original, afresh_, budget)) return finding;
  const auto longer = withHistory(finding, original, first);
  if (longer && reduceAfresh(finding, *longer, afresh_, budget)) return finding;
  finding.alone = false;
  finding.confirmed = afresh_.answered();
  return finding;
}

}  // namespace viewfuzz
