#include "viewfuzz/execute/schema.h"

#include <ATen/core/enum_tag.h>

#include <algorithm>

#include "viewfuzz/execute/operators.h"

namespace viewfuzz {
namespace {

/// The schema of the op; null if the dispatcher does not know the op.
const c10::FunctionSchema* schemaOf(const Call& call) {
  try {
    return &findOperator(call).schema();
  } catch (const BadCall&) {
    return nullptr;
  }
}

const c10::Argument* formalOf(const c10::FunctionSchema& schema, const Call& call, size_t i) {
  const auto& formals = schema.arguments();
  const std::string& name = call.args[i].name;
  if (name.empty()) return i < formals.size() ? &formals[i] : nullptr;
  const auto it = std::find_if(formals.begin(), formals.end(),
                               [&](const c10::Argument& formal) { return formal.name() == name; });
  return it == formals.end() ? nullptr : &*it;
}

}  // namespace

TakenAs takenAs(const Call& call, size_t argument) {
  const c10::FunctionSchema* schema = schemaOf(call);
  const c10::Argument* formal = schema ? formalOf(*schema, call, argument) : nullptr;
  if (formal == nullptr) return TakenAs::written;
  if (formal->type()->kind() == c10::TypeKind::StorageType) return TakenAs::storage;
  if (formal->name() == kOnTheHost) return TakenAs::onTheHost;
  const auto* list = formal->type()->castRaw<c10::ListType>();
  const bool optional = list && list->getElementType()->kind() == c10::TypeKind::OptionalType;
  return optional ? TakenAs::optionalTensors : TakenAs::written;
}

bool drawsAtRandom(const Call& call) {
  if (call.entry != nullptr) return call.entry->random;
  try {
    return findOperator(call).hasTag(at::Tag::nondeterministic_seeded);
  } catch (const BadCall&) {
    return false;
  }
}

bool givesList(const Call& call) {
  const c10::FunctionSchema* schema = schemaOf(call);
  return schema && schema->returns().size() == 1 &&
         schema->returns()[0].type()->kind() == c10::TypeKind::ListType;
}

}  // namespace viewfuzz
