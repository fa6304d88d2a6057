#include "viewfuzz/program/program.h"

#include "viewfuzz/program/op.h"

namespace viewfuzz {

Source Source::fresh(Dims sizes, Dtype dtype, Fill fill) {
  Layout layout;
  layout.strides = contiguousStrides(sizes);
  layout.sizes = std::move(sizes);
  layout.dtype = dtype;
  const int64_t count = numel(layout);
  return window(std::move(layout), count, std::move(fill));
}

Source Source::window(Layout layout, std::optional<int64_t> storage_numel, Fill fill) {
  Source source;
  source.storage_numel = storage_numel ? *storage_numel : elementsNeeded(layout);
  source.layout = std::move(layout);
  source.layout.storage = -1;
  source.fill = std::move(fill);
  return source;
}

Source Source::windowOf(int id, Layout layout) {
  Source source = window(std::move(layout), 0);
  source.of = id;
  return source;
}

bool Source::isFresh() const {
  return !of && layout.offset == 0 && storage_numel == numel(layout) &&
         layout.strides == contiguousStrides(layout.sizes);
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

uint64_t memoryAllowed(const Program& program) {
  // Each side has a copy of the sources, and there are some copies on the way. A look at a program
  // also keeps some (run.h).
  constexpr uint64_t kCopies = 8;
  constexpr uint64_t kForAnyProgram = uint64_t{3} << 29;
  uint64_t bytes = 0;
  for (const auto& statement : program.statements) {
    if (const auto* source = std::get_if<Source>(&statement.what))
      bytes += static_cast<uint64_t>(source->storage_numel * itemsize(source->layout.dtype));
  }
  return kForAnyProgram + kCopies * bytes;
}

std::vector<int> operands(const Statement& statement) {
  std::vector<int> ids;
  forEachOperand(statement, [&](int id) { ids.push_back(id); });
  return ids;
}

}  // namespace viewfuzz
