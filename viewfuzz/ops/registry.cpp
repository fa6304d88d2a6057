#include "viewfuzz/ops/registry.h"

#include <ATen/core/dispatch/Dispatcher.h>

#include <algorithm>

namespace viewfuzz {
namespace {

bool isAliased(const c10::Argument& argument) {
  return argument.alias_info() != nullptr && !argument.alias_info()->isWrite();
}

bool returnsView(const c10::FunctionSchema& schema) {
  return !schema.arguments().empty() && isAliased(schema.arguments()[0]) &&
         std::any_of(schema.returns().begin(), schema.returns().end(), isAliased);
}

}  // namespace

std::vector<std::string> viewSchemas() {
  std::vector<std::string> names;
  auto& dispatcher = c10::Dispatcher::singleton();
  for (const auto& name : dispatcher.getAllOpNames()) {
    const auto op = dispatcher.findSchema(name);
    if (!op || name.name.rfind("aten::", 0) != 0 || !returnsView(op->schema())) continue;
    std::string spelt = "aten." + name.name.substr(6);
    if (!name.overload_name.empty()) spelt += "." + name.overload_name;
    names.push_back(std::move(spelt));
  }
  std::sort(names.begin(), names.end());
  return names;
}

}  // namespace viewfuzz
