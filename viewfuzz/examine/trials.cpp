#include <array>

#include "viewfuzz/examine/checks.h"
#include "viewfuzz/execute/gradients.h"
#include "viewfuzz/generate/by_index.h"
#include "viewfuzz/judge/gradient.h"
#include "viewfuzz/judge/judge.h"
#include "viewfuzz/judge/needs.h"
#include "viewfuzz/judge/properties.h"
#include "viewfuzz/judge/schema.h"

namespace viewfuzz {
namespace {

/// What the run of the rewritten program shows about the tensors of the original one, statement by
/// statement.
Observation projected(const Observation& rewritten, const ByIndex& by) {
  Observation seen;
  for (const size_t end : by.ends) {
    seen.refusals.push_back(rewritten.refusals[end]);
    seen.skipped.push_back(rewritten.skipped[end]);
    Snapshot snapshot = rewritten.snapshots[end];
    const auto all = std::move(snapshot.tensors);
    snapshot.tensors.clear();
    for (const int id : by.tensors) {
      if (static_cast<size_t>(id) >= all.size()) break;
      snapshot.tensors.push_back(all[static_cast<size_t>(id)]);
    }
    seen.snapshots.push_back(std::move(snapshot));
  }
  return seen;
}

/// A write by index goes through a window, which has a version counter of its own. So versions are
/// not compared.
void copyVersions(const Observation& from, Observation& to) {
  for (size_t i = 0; i < to.snapshots.size(); ++i) {
    auto& tensors = to.snapshots[i].tensors;
    for (size_t id = 0; id < tensors.size(); ++id)
      tensors[id].version = from.snapshots[i].tensors[id].version;
  }
}

std::optional<Violation> as(Property property, std::optional<Violation> violation) {
  if (!violation) return violation;
  violation->condition = violation->property;
  violation->property = property;
  violation->odd = OddOneOut::device;  // both runs were on the device
  violation->also.clear();
  return violation;
}

/// A run without a look before the end ends differently from one in which all tensors were looked
/// at after each statement.
Violation endsElsewhere(const Program& program, const Observation& observed) {
  Violation violation;
  violation.property = Property::repeat;
  violation.statement = program.statements.size() - 1;
  const auto* call = std::get_if<Call>(&program.statements.back().what);
  violation.op = call ? call->name() : "tensor";
  violation.condition = Condition::unobserved;
  violation.evidence = evidence::Unobserved{};
  violation.refused_by_reference = refusedStatements(observed.refusals);
  violation.odd = OddOneOut::device;
  return violation;
}

constexpr int kOften = 64;

}  // namespace

std::optional<Violation> Checks::repeated(const Program& program) {
  device_.run(program, Speed::located, on_reference_);
  device_.run(program, Speed::located, on_device_);
  auto violation = as(Property::repeat,
                      unlessLeftOpen(program, judge(program, on_device_, on_reference_, false)));
  if (violation || isLeftOpen(program, on_device_, on_reference_)) return violation;
  // A look after each statement waits for the device. In this run, nobody looks before the end.
  device_.run(program, Speed::fast, on_reference_);
  if (agree(program, on_device_, on_reference_)) return violation;
  return unlessLeftOpen(program, endsElsewhere(program, on_device_));
}

std::optional<Violation> Checks::often(const Program& program) {
  // However often it is asked, a right device never differs.
  for (int i = 0; i < kOften; ++i) {
    if (auto violation = as(Property::repeat, located(program))) {
      violation->condition = Condition::sometimes;
      return violation;
    }
  }
  return std::nullopt;
}

std::optional<Violation> Checks::byIndex(const Program& program) {
  if (!canJudge(Property::byIndex, device_.target().capabilities())) return std::nullopt;
  const auto rewritten = writtenByIndex(program);
  if (!rewritten) return std::nullopt;
  Observation by_index;
  device_.run(rewritten->program, Speed::located, by_index);
  device_.run(program, Speed::located, on_device_);
  Observation expected = projected(by_index, *rewritten);
  copyVersions(on_device_, expected);
  return as(Property::byIndex,
            unlessLeftOpen(program, judge(program, on_device_, expected, false)));
}

std::optional<Violation> Checks::bySchema(const Program& program) {
  device_.run(program, Speed::located, on_device_);
  return judgeBySchema(program, on_device_);
}

std::optional<Violation> Checks::gradients(const Program& program) {
  if (!canJudge(Property::gradient, device_.target().capabilities())) return std::nullopt;
  const Gradients reference = runWithGradients(reference_, program);
  return judgeGradients(program, runWithGradients(device_, program), reference);
}

std::span<const Trial> trials() {
  static constexpr std::array<Trial, 4> kTrials{{
      {Property::schema, 64,
       "what the schema calls a write or an alias, and nothing else (device alone)",
       &Checks::bySchema},
      {Property::repeat, 64, "a second run in the same process shows the same (device alone)",
       &Checks::repeated},
      {Property::byIndex, 64, "a write through a view is the same write by index (device alone)",
       &Checks::byIndex},
      {Property::gradient, 64,
       "with autograd on: the same refusals, nodes and gradients as the reference",
       &Checks::gradients},
  }};
  return kTrials;
}

std::optional<Violation> Checks::recheck(const Violation& like, const Program& program) {
  if (like.condition == Condition::sometimes) return often(program);
  for (const Trial& trial : trials()) {
    if (trial.property == like.property) return (this->*trial.check)(program);
  }
  return located(program);
}

}  // namespace viewfuzz
