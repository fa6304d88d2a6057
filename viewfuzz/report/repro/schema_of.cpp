#include "viewfuzz/report/repro/schema_of.h"

#include <ATen/core/dispatch/Dispatcher.h>

#include <algorithm>

#include "viewfuzz/report/repro/steps.h"

namespace viewfuzz {

const c10::FunctionSchema* schemaOf(const Call& call) {
  const OpName name = splitName(call.name());
  const auto op =
      c10::Dispatcher::singleton().findSchema({name.space + "::" + name.base, name.overload});
  return op ? &op->schema() : nullptr;
}

bool givesList(const Call& call) {
  const auto* schema = schemaOf(call);
  return schema != nullptr && schema->returns().size() == 1 &&
         schema->returns()[0].type()->kind() == c10::TypeKind::ListType;
}

bool takesGaps(const Call& call, size_t i) {
  const auto& list = std::get<TensorList>(call.args[i].value);
  const auto* schema = schemaOf(call);
  if (schema == nullptr) return std::find(list.begin(), list.end(), std::nullopt) != list.end();
  const auto& formals = schema->arguments();
  const std::string& name = call.args[i].name;
  const auto formal =
      name.empty() ? formals.begin() + static_cast<std::ptrdiff_t>(std::min(i, formals.size()))
                   : std::find_if(formals.begin(), formals.end(),
                                  [&](const auto& one) { return one.name() == name; });
  if (formal == formals.end()) return false;
  const auto element = formal->type()->cast<c10::ListType>();
  return element && element->getElementType()->kind() == c10::TypeKind::OptionalType;
}

}  // namespace viewfuzz
