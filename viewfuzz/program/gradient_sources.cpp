#include "viewfuzz/program/gradient_sources.h"

#include <algorithm>

namespace viewfuzz {
namespace {

bool isDifferentiable(Dtype dtype) {
  return isArithmetic(dtype) && category(dtype) >= Category::floating;
}

bool isFloatingSource(const Statement& statement) {
  const auto* source = std::get_if<Source>(&statement.what);
  return source != nullptr && !source->of && !source->layout.host &&
         isDifferentiable(source->layout.dtype);
}

}  // namespace

std::vector<bool> asksForGradients(const Program& program) {
  const auto& statements = program.statements;
  const auto all =
      static_cast<size_t>(std::count_if(statements.begin(), statements.end(), isFloatingSource));
  std::vector<bool> asks;
  size_t k = 0;
  for (const auto& statement : statements)
    asks.push_back(isFloatingSource(statement) && (k++ % 2 == 1 || all == 1));
  return asks;
}

}  // namespace viewfuzz
