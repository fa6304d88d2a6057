#include "viewfuzz/judge/judge.h"

#include <algorithm>
#include <set>

#include "viewfuzz/judge/needs.h"
#include "viewfuzz/judge/open/random.h"
#include "viewfuzz/judge/open/undefined.h"
#include "viewfuzz/judge/properties.h"
#include "viewfuzz/judge/third_vote/referee.h"
#include "viewfuzz/program/op.h"

namespace viewfuzz {
namespace {

/// Are storages, layouts, versions and bytes the same on both sides, number by number? For most
/// cases this is the whole comparison. False only means that a closer look is needed.
bool identical(const Snapshot& device, const Snapshot& reference, bool versions) {
  if (device.storages.size() != reference.storages.size()) return false;
  for (size_t i = 0; i < reference.tensors.size(); ++i) {
    const TensorState& a = device.tensors[i];
    const TensorState& b = reference.tensors[i];
    if (a.defined != b.defined) return false;
    if (b.defined && (a.layout.storage != b.layout.storage ||
                      (versions && a.version != b.version) || !layoutsAgree(a, b)))
      return false;
  }
  return std::equal(
      reference.storages.begin(), reference.storages.end(), device.storages.begin(),
      [](const StorageState& a, const StorageState& b) { return a.bytes == b.bytes; });
}

bool comparesBytes(Property property) {
  return property == Property::containment || property == Property::writeBack ||
         property == Property::values;
}

}  // namespace

bool agree(const Program& program, const Observation& device, const Observation& reference,
           bool versions) {
  for (size_t i = 0; i < program.statements.size(); ++i) {
    const auto& ours = device.refusals[i];
    const auto& theirs = reference.refusals[i];
    if (ours.has_value() != theirs.has_value() || (ours && ours->kind != theirs->kind))
      return false;
  }
  const Snapshot& a = device.last();
  const Snapshot& b = reference.last();
  if (identical(a, b, versions)) return true;
  if (aliases(a) != aliases(b)) return false;
  for (size_t i = 0; i < b.tensors.size(); ++i) {
    if (a.tensors[i].defined != b.tensors[i].defined) return false;
    if (b.tensors[i].defined && ((versions && a.tensors[i].version != b.tensors[i].version) ||
                                 !layoutsAgree(a.tensors[i], b.tensors[i])))
      return false;
  }
  const Comparison of(program, device, reference);
  bool equal = true;
  forEachDifference(of, a, b, of.inexact_from == program.statements.size(),
                    [&](const ElementPair&) {
                      equal = false;
                      return false;
                    });
  return equal;
}

std::vector<Property> brokenAlone(const Program& program, const Observation& device,
                                  const Observation& reference) {
  const Comparison of(program, device, reference);
  std::set<Property> broken;
  for (size_t i = 0; i < program.statements.size(); ++i) {
    const Step step{of, i};
    if (reference.skipped[i] && device.skipped[i]) continue;
    if (isUndefined(step)) break;
    const bool refused = device.refusals[i] && reference.refusals[i];
    const bool random = isRandom(step) && !reference.refusals[i];
    std::optional<Violation> special;
    if (refused) special = checkRefusedWrite(step);
    if (random) special = checkRandomWrite(step);
    if (special) broken.insert(special->property);
    for (const auto& property : properties()) {
      if ((refused || random) && comparesBytes(property.property)) continue;
      if (!canJudge(property.property, device.shows)) continue;
      // A broken property is not asked again: some checks walk over the rest of the program.
      if (broken.contains(property.property)) continue;
      if (property.check(step)) broken.insert(property.property);
    }
    if (random || broken.contains(Property::errors)) break;
  }
  return {broken.begin(), broken.end()};
}

bool isLeftOpen(const Program& program, const Observation& device, const Observation& reference) {
  const Comparison of(program, device, reference);
  for (size_t i = 0; i < program.statements.size(); ++i) {
    const Step step{of, i};
    if (isUndefined(step) || isRandom(step)) return true;
  }
  return false;
}

namespace {

/// One violation of all that a statement breaks: named by the first property that is asked for, or
/// else by the first. None: it breaks nothing.
std::optional<Violation> primaryOf(std::vector<Violation> broken, const PropertySet& asked) {
  if (broken.empty()) return std::nullopt;
  const auto isAsked = [&](const Violation& each) { return asked.contains(each.property); };
  auto named = std::find_if(broken.begin(), broken.end(), isAsked);
  if (named == broken.end()) named = broken.begin();
  Violation primary = *named;
  broken.erase(named);
  for (const Violation& other : broken) primary.also.push_back(other.property);
  return primary;
}

}  // namespace

std::optional<Violation> judge(const Program& program, const Observation& device,
                               const Observation& reference, bool vote, const PropertySet& asked) {
  const Comparison of(program, device, reference);
  for (size_t i = 0; i < program.statements.size(); ++i) {
    const Step step{of, i};
    if (reference.skipped[i] && device.skipped[i]) continue;  // an operand was never made
    if (isUndefined(step)) return std::nullopt;
    const bool refused = device.refusals[i] && reference.refusals[i];
    const bool random = isRandom(step) && !reference.refusals[i];
    std::vector<Violation> broken;
    const auto add = [&](std::optional<Violation> violation) {
      if (violation) broken.push_back(std::move(*violation));
    };
    if (refused) add(checkRefusedWrite(step));
    if (random) add(checkRandomWrite(step));
    for (const auto& property : properties()) {
      // Random numbers differ on every device, and a refused write has its own check above.
      if ((refused || random) && comparesBytes(property.property)) continue;
      if (!canJudge(property.property, device.shows)) continue;
      if (property.property == Property::version && !asked.contains(Property::version)) continue;
      const size_t before = broken.size();
      add(property.check(step));
      // If only one side accepted the statement, there is nothing else to compare.
      if (property.property == Property::errors && broken.size() > before) break;
    }
    auto primary = primaryOf(std::move(broken), asked);
    if (primary && vote && primary->odd == OddOneOut::unknown)
      primary->odd = oddOneOut(step, primary->property);
    if (primary) primary->refused_by_reference = refusedStatements(reference.refusals);
    if (primary || random) return primary;
  }
  return std::nullopt;
}

}  // namespace viewfuzz
