#pragma once

#include <ATen/core/dispatch/Dispatcher.h>

#include <map>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "viewfuzz/report/repro/cpp/helpers/names.h"

/// Calls an operator by its schema, and gives its tensors.
std::vector<Tensor> call(c10::Device device, const char* name, const char* overload,
                         std::vector<IValue> positional,
                         const std::map<std::string, IValue>& named = {}) {
  const auto op = c10::Dispatcher::singleton().findSchemaOrThrow(name, overload);
  std::vector<IValue> stack = std::move(positional);
  for (const IValue& value : stack) {
    if (value.isTensor() && !value.toTensor().defined())
      throw std::runtime_error("an operand was never made");
  }
  const auto& formals = op.schema().arguments();
  for (size_t i = stack.size(); i < formals.size(); ++i) {
    const auto given = named.find(formals[i].name());
    const bool is_device = formals[i].type()->str().find("Device") != std::string::npos;
    stack.push_back(given != named.end() ? given->second
                    : is_device          ? IValue(device)
                                         : formals[i].default_value().value_or(IValue()));
  }
  op.callBoxed(stack);
  std::vector<Tensor> results;
  for (const IValue& value : stack) {
    if (value.isTensor()) results.push_back(value.toTensor());
    if (!value.isTensorList()) continue;
    for (const Tensor& tensor : value.toTensorVector()) results.push_back(tensor);
  }
  return results;
}
