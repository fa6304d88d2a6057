#include "viewfuzz/program/program.h"

#include "viewfuzz/program/op.h"

namespace viewfuzz {

bool Source::fresh() const {
  return !of && layout.offset == 0 && storage_numel == numel(layout) &&
         layout.strides == contiguousStrides(view(layout.sizes));
}

std::string_view Call::name() const { return entry ? entry->name : std::string_view(replayed); }

int Statement::results() const {
  const auto* call = std::get_if<Call>(&what);
  return call ? call->results : 1;
}

int Program::tensors() const {
  int count = 0;
  for (const auto& statement : statements) count += statement.results();
  return count;
}

std::vector<int> operands(const Statement& statement) {
  std::vector<int> ids;
  forEachOperand(statement, [&](int id) { ids.push_back(id); });
  return ids;
}

}  // namespace viewfuzz
