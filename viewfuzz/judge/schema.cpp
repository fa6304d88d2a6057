#include "viewfuzz/judge/schema.h"

#include <algorithm>
#include <set>

#include "viewfuzz/execute/operators.h"
#include "viewfuzz/judge/properties.h"

namespace viewfuzz {
namespace {

void addTensors(const Value& value, std::set<int>& ids) {
  if (const auto* ref = std::get_if<TensorRef>(&value)) ids.insert(ref->id);
  if (const auto* list = std::get_if<TensorList>(&value)) {
    for (const auto& item : *list) {
      if (item) ids.insert(item->id);
    }
  }
}

std::optional<Violation> checkWrites(const Step& step, const std::set<int>& written) {
  const Snapshot& before = step.deviceBefore();
  std::set<int> may_change;
  for (const int id : written)
    may_change.insert(before.tensors[static_cast<size_t>(id)].layout.storage);
  for (const int owner : owners(before)) {
    if (owner < 0) continue;
    const auto id = static_cast<size_t>(owner);
    const int old = before.tensors[id].layout.storage;
    if (may_change.contains(old) || !step.device().tensors[id].defined) continue;
    const auto now = static_cast<size_t>(step.device().tensors[id].layout.storage);
    if (before.storages[static_cast<size_t>(old)].bytes == step.device().storages[now].bytes)
      continue;
    return violationAt(step, Property::schema, Condition::writes, evidence::Changed{owner});
  }
  return std::nullopt;
}

/// A result, which are the tensors from `first` on, must not share a storage with an older tensor.
std::optional<Violation> checkFresh(const Step& step, size_t first) {
  const auto shared = aliases(step.device());
  for (size_t id = first; id < shared.size(); ++id) {
    if (shared[id] >= static_cast<int>(first)) continue;
    const int self = static_cast<int>(id);
    return violationAt(step, Property::schema, Condition::aliases,
                       evidence::Shared{self, self, shared[id]});
  }
  return std::nullopt;
}

/// A result must share a storage with its base, if the layout rules make it a view. The rules are
/// given the device's own layouts.
std::optional<Violation> checkViews(const Step& step) {
  LayoutState state = layoutsBefore(step);
  const auto storages = static_cast<int>(state.storage_bytes.size());
  const auto first = state.tensors.size();
  if (!viewfuzz::step(state, step.statement()).accepted()) return std::nullopt;
  const auto bases = owners(step.deviceBefore());
  const auto storageOf = [&](size_t id) { return step.device().tensors[id].layout.storage; };
  for (size_t id = first; id < state.tensors.size(); ++id) {
    const int storage = state.tensors[id].storage;
    if (storage >= storages || numel(state.tensors[id]) == 0) continue;
    const int base = bases[static_cast<size_t>(storage)];
    if (storageOf(id) == storageOf(static_cast<size_t>(base))) continue;
    const int self = static_cast<int>(id);
    return violationAt(step, Property::schema, Condition::copies,
                       evidence::Shared{self, base, self});
  }
  return std::nullopt;
}

std::optional<Violation> checkCall(const Step& step, const Call& call) {
  const c10::OperatorHandle& op = findOperator(call);
  if (auto violation = checkWrites(step, writtenBySchema(call))) return violation;
  const auto& returns = op.schema().returns();
  const bool annotated = std::any_of(returns.begin(), returns.end(), [](const auto& result) {
    return result.alias_info() != nullptr;
  });
  if (annotated) return checkViews(step);
  if (op.hasKernelForDispatchKey(c10::DispatchKey::CompositeImplicitAutograd)) return std::nullopt;
  return checkFresh(step, step.deviceBefore().tensors.size());
}

}  // namespace

std::set<int> writtenBySchema(const Call& call) {
  std::set<int> ids;
  const auto& formals = findOperator(call).schema().arguments();
  for (size_t i = 0; i < call.args.size(); ++i) {
    const Argument& actual = call.args[i];
    const auto formal =
        std::find_if(formals.begin(), formals.end(), [&](const c10::Argument& argument) {
          return actual.name.empty() ? &argument == &formals[i] : argument.name() == actual.name;
        });
    const bool is_written =
        formal != formals.end() && formal->alias_info() && formal->alias_info()->isWrite();
    if (is_written) addTensors(actual.value, ids);
  }
  return ids;
}

std::optional<Violation> judgeBySchema(const Program& program, const Observation& device) {
  const Comparison of(program, device, device);
  for (size_t i = 0; i < program.statements.size(); ++i) {
    const Step step{of, i};
    if (step.call() == nullptr || device.refusals[i] || device.skipped[i]) continue;
    auto violation = checkCall(step, *step.call());
    if (!violation) continue;
    violation->refused_by_reference = refusedStatements(device.refusals);
    return violation;
  }
  return std::nullopt;
}

}  // namespace viewfuzz
