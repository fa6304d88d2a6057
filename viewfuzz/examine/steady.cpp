#include "viewfuzz/examine/steady.h"

#ifdef __GLIBC__
#include <malloc.h>
#endif

#include <algorithm>

namespace viewfuzz {
namespace {

/// As long as it lives, memory that is allocated is filled with bytes made of this one.
class FreshMemory {
 public:
  explicit FreshMemory([[maybe_unused]] int byte) {
#ifdef __GLIBC__
    mallopt(M_PERTURB, byte);
#endif
  }
  ~FreshMemory() {
#ifdef __GLIBC__
    mallopt(M_PERTURB, 0);
#endif
  }
  FreshMemory(const FreshMemory&) = delete;
  FreshMemory& operator=(const FreshMemory&) = delete;
};

Snapshot behind(Runner& reference, const Program& program, size_t statement, int byte) {
  const FreshMemory fresh(byte);
  Observation seen;
  reference.run(program, Speed::located, seen);
  return std::move(seen.snapshots[statement]);
}

}  // namespace

bool isSteady(Runner& reference, const Program& program, size_t statement) {
  Program part = program;
  part.statements.resize(statement + 1);
  const Snapshot one = behind(reference, part, statement, 0x35);
  const Snapshot other = behind(reference, part, statement, 0x5a);
  return std::equal(
      one.storages.begin(), one.storages.end(), other.storages.begin(), other.storages.end(),
      [](const StorageState& a, const StorageState& b) { return a.bytes == b.bytes; });
}

}  // namespace viewfuzz
