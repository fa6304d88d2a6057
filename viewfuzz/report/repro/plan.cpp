#include "viewfuzz/report/repro/plan.h"

#include "viewfuzz/generate/by_index.h"
#include "viewfuzz/judge/schema.h"

namespace viewfuzz {

Plan::Plan(const Program& program, const Violation& of)
    : violation(of), steps(reproSteps(program, of)), inexact(isInexact(steps)) {
  if (repeats()) {
    expected = "the first run";
    observed = "the second run";
  }
  if (is(Property::byIndex)) planByIndex(program);
  if (steps.empty()) return;
  planRandom();
  if (is(Property::schema)) planSchema(program);
}

void Plan::planByIndex(const Program& program) {
  auto by = writtenByIndex(program);
  if (!by) return;
  expected = "the write by index";
  observed = "the write";
  rewritten = std::move(by->program);
  Violation same = violation;
  same.statement = by->ends[std::min(violation.statement, by->ends.size() - 1)];
  if (same.refused_by_reference) {
    for (size_t& i : *same.refused_by_reference) i = by->ends[std::min(i, by->ends.size() - 1)];
  }
  by_index = reproSteps(rewritten, same);
  inexact = inexact || isInexact(by_index);
  numbers.assign(static_cast<size_t>(rewritten.tensors()), -1);
  for (size_t id = 0; id < by->tensors.size(); ++id)
    numbers[static_cast<size_t>(by->tensors[id])] = static_cast<int>(id);
  int made = 0;
  for (const auto& step : by_index) made += step.statement->results();
  int next = program.tensors();
  for (size_t id = 0; id < numbers.size(); ++id) {
    if (numbers[id] >= 0) continue;
    numbers[id] = next++;
    if (static_cast<int>(id) < made) helpers.push_back(numbers[id]);
  }
}

void Plan::planRandom() {
  const auto* call = std::get_if<Call>(&steps.back().statement->what);
  if (call == nullptr || call->entry == nullptr || !call->entry->random) return;
  random = destinations(*call);
  if (is(Property::writeBack) || violation.condition == Condition::writeBack)
    must_change = random.empty() ? -1 : random.front();
}

void Plan::planSchema(const Program& program) {
  const ReproStep& last = steps.back();
  const auto* call = std::get_if<Call>(&last.statement->what);
  if (call == nullptr) return;
  for (int id = 0; id < last.first_result; ++id) older.push_back(id);
  if (schemaWrites()) {
    const auto ids = writtenBySchema(*call);
    written.assign(ids.begin(), ids.end());
    return;
  }
  LayoutState after = layoutsAfter(program, steps.size() - 1);
  std::vector<bool> known_before;
  for (const int id : older) known_before.push_back(after.known(id));
  step(after, *last.statement);
  for (int id = last.first_result; id < last.first_result + call->results; ++id) {
    for (const int other : older) {
      const bool view = after.known(id) && after.known(other) &&
                        known_before[static_cast<size_t>(other)] &&
                        after.at(id).storage == after.at(other).storage &&
                        numel(after.at(id)) > 0 && numel(after.at(other)) > 0;
      if (violation.condition == Condition::aliases || view) pairs.emplace_back(id, other);
    }
  }
}

}  // namespace viewfuzz
