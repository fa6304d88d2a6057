// Passes that simplify the arguments of calls.

#include "viewfuzz/program/op.h"
#include "viewfuzz/reduce/passes.h"

namespace viewfuzz {
namespace {

/// Simpler values of the same kind, simplest first.
std::vector<Value> simplerValues(const Value& value) {
  std::vector<Value> simpler;
  if (const auto* integer = std::get_if<int64_t>(&value)) {
    simpler.emplace_back(
        None{});  // a bound of a slice may be left out; elsewhere this makes the call invalid
    for (const int64_t candidate : simplerIntegers(*integer)) simpler.emplace_back(candidate);
  } else if (const auto* flag = std::get_if<bool>(&value)) {
    if (*flag) simpler.emplace_back(false);
  } else if (const auto* dtype = std::get_if<Dtype>(&value)) {
    for (const Dtype candidate : dtypes()) {
      if (candidate == *dtype) break;
      simpler.emplace_back(candidate);
    }
  } else if (const auto* list = std::get_if<Dims>(&value)) {
    for (size_t i = 0; i < list->size(); ++i) {
      Dims shorter = *list;
      shorter.erase(shorter.begin() + static_cast<int64_t>(i));
      simpler.emplace_back(shorter);
    }
    for (size_t i = 0; i < list->size(); ++i) {
      for (const int64_t candidate : simplerIntegers((*list)[i])) {
        Dims changed = *list;
        changed[i] = candidate;
        simpler.emplace_back(changed);
      }
    }
  }
  return simpler;
}

/// Removes the tensors at place `i` of all tensor lists of the call, since these lists belong
/// together, as in `_foreach_add_`. None if the call has no such place.
std::optional<Call> withoutPlace(const Call& call, size_t i) {
  Call shorter = call;
  bool any = false;
  for (auto& argument : shorter.args) {
    auto* list = std::get_if<TensorList>(&argument.value);
    if (list == nullptr || i >= list->size() || list->size() == 1) continue;
    list->erase(list->begin() + static_cast<int64_t>(i));
    any = true;
  }
  if (!any) return std::nullopt;
  return shorter;
}

}  // namespace

bool proposeShorterLists(const Program& program, const Offer& offer) {
  for (size_t s = 0; s < program.statements.size(); ++s) {
    const auto* call = std::get_if<Call>(&program.statements[s].what);
    if (call == nullptr) continue;
    size_t longest = 0;
    for (const auto& argument : call->args) {
      if (const auto* list = std::get_if<TensorList>(&argument.value))
        longest = std::max(longest, list->size());
    }
    for (size_t i = 0; i < longest; ++i) {
      auto shorter = withoutPlace(*call, i);
      if (!shorter) continue;
      Program changed = program;
      changed.statements[s].what = std::move(*shorter);
      if (offer(std::move(changed))) return true;
    }
  }
  return false;
}

bool proposeSimplerArguments(const Program& program, const Offer& offer) {
  for (size_t i = 0; i < program.statements.size(); ++i) {
    const auto* call = std::get_if<Call>(&program.statements[i].what);
    if (call == nullptr) continue;
    for (size_t a = 0; a < call->args.size(); ++a) {
      if (!call->args[a].name.empty()) {  // the schema may have a default
        Program shorter = program;
        auto& args = std::get<Call>(shorter.statements[i].what).args;
        args.erase(args.begin() + static_cast<int64_t>(a));
        if (offer(std::move(shorter))) return true;
      }
      for (auto& value : simplerValues(call->args[a].value)) {
        Program changed = program;
        std::get<Call>(changed.statements[i].what).args[a].value = std::move(value);
        if (offer(std::move(changed))) return true;
      }
    }
  }
  return false;
}

bool proposeWithoutLabels(const Program& program, const Offer& offer) {
  Program changed = program;
  for (auto& statement : changed.statements) statement.label.clear();
  return changed != program && offer(std::move(changed));
}

}  // namespace viewfuzz
