#include "viewfuzz/execute/ops_on_stack.h"

#include <unistd.h>

#include <array>
#include <cstring>
#include <memory>

namespace viewfuzz {
namespace {

constexpr size_t kFirst = 8;
constexpr size_t kLast = 8;

/// The names of the outermost and of the innermost ops on the stack. The names belong to the
/// schemas, which live as long as the process.
struct NamesOfOps {
  std::array<const char*, kFirst> first{};
  std::array<const char*, kLast> last{};
  size_t depth = 0;

  void push(const char* name) {
    (depth < kFirst ? first[depth] : last[depth % kLast]) = name;
    ++depth;
  }
};

thread_local NamesOfOps names_of_ops;

void put(int descriptor, const char* text) {
  [[maybe_unused]] const auto written = ::write(descriptor, text, std::strlen(text));
}

std::unique_ptr<at::ObserverContext> enter(const at::RecordFunction& function) {
  names_of_ops.push(function.name());
  return nullptr;
}

void leave(const at::RecordFunction& /*function*/, at::ObserverContext* /*context*/) {
  if (names_of_ops.depth > 0) --names_of_ops.depth;
}

}  // namespace

OpsOnStack::OpsOnStack()
    : handle_(at::addGlobalCallback(
          at::RecordFunctionCallback(enter, leave).scopes({at::RecordScope::FUNCTION}))) {}

OpsOnStack::~OpsOnStack() { at::removeCallback(handle_); }

void OpsOnStack::write(int descriptor) {
  const NamesOfOps& names = names_of_ops;
  if (names.depth == 0) return;
  put(descriptor, "ops: ");
  const size_t head = names.depth < kFirst ? names.depth : kFirst;
  for (size_t i = 0; i < head; ++i) {
    if (i > 0) put(descriptor, " -> ");
    put(descriptor, names.first[i]);
  }
  const size_t rest = names.depth - head;
  if (rest > kLast) put(descriptor, " -> ...");
  for (size_t i = names.depth - (rest < kLast ? rest : kLast); i < names.depth; ++i) {
    put(descriptor, " -> ");
    put(descriptor, names.last[i % kLast]);
  }
  put(descriptor, "\n");
}

}  // namespace viewfuzz
