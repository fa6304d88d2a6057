// Passes over the arguments of calls.

#include "viewfuzz/program/op.h"
#include "viewfuzz/reduce/passes.h"

namespace viewfuzz {
namespace {

/// Simpler values of the same kind, simplest first.
std::vector<Value> simplerValues(const Value& value) {
  std::vector<Value> simpler;
  if (const auto* integer = std::get_if<int64_t>(&value)) {
    simpler.emplace_back(
        None{});  // a bound of a slice may be left out; elsewhere this is no valid call
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

}  // namespace

bool proposeSimplerArguments(const Program& program, const Offer& offer) {
  for (size_t i = 0; i < program.statements.size(); ++i) {
    const auto* call = std::get_if<Call>(&program.statements[i].what);
    if (call == nullptr) continue;
    for (size_t a = 0; a < call->args.size(); ++a) {
      if (!call->args[a].name.empty()) {  // it may have a default
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
