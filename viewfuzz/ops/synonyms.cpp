#include <algorithm>
#include <stdexcept>

#include "viewfuzz/ops/ops.h"

namespace viewfuzz {

Op entryOf(const std::vector<Op>& part, std::string_view name) {
  const auto it =
      std::find_if(part.begin(), part.end(), [&](const Op& op) { return op.name == name; });
  if (it == part.end()) throw std::logic_error("no entry " + std::string(name));
  return *it;
}

Op underName(Op op, std::string_view name, std::string_view python) {
  op.name = name;
  op.python = python;
  return op;
}

}  // namespace viewfuzz
