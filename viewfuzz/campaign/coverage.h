#pragma once

#include <cstdint>

#include "viewfuzz/coverage/cells.h"
#include "viewfuzz/isolate/shared_memory.h"

namespace viewfuzz {

/// How many cells were hit, and an estimate of how many can be.
struct Cells {
  uint64_t hit = 0;
  /// The estimate Chao1 (A. Chao, Nonparametric estimation of the number of classes in a
  /// population, 1984): hit + f1^2 / (2 f2), with f1 cells hit once and f2 hit twice.
  double reachable = 0;
  double share() const { return reachable > 0 ? static_cast<double>(hit) / reachable : 0; }
};

/// Counts the cells that the cases of a campaign hit.
class Coverage {
 public:
  Coverage();
  void add(const Program& program);
  Cells cells(Cell::Kind kind) const;

 private:
  // By the number of the cell. The process that runs the cases counts, and the one that watches it
  // reads.
  SharedCounters counters_;
};

}  // namespace viewfuzz
