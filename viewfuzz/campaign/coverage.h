#pragma once

#include <cstdint>
#include <string_view>

#include "viewfuzz/campaign/apart.h"
#include "viewfuzz/program/op.h"

namespace viewfuzz {

/// How the first operand of a call lies in its storage: what kernels tell apart.
enum class LayoutClass {
  empty,
  scalar,      ///< rank 0
  contiguous,  ///< at storage offset 0
  offset,      ///< contiguous, at another offset
  permuted,    ///< dense, the dims in another order
  gaps,        ///< elements apart, rising strides
  steps,       ///< elements apart, the dims in another order as well
  expanded,    ///< a stride of 0
  overlapping  ///< elements that share memory, without a stride of 0
};
inline constexpr size_t kLayoutClasses = 9;
LayoutClass layoutClass(const Layout& layout);

/// How many cells were hit, and about how many can be.
struct Cells {
  uint64_t hit = 0;
  /// The estimate Chao1 (A. Chao, Nonparametric estimation of the number of classes in a
  /// population, 1984): hit + f1^2 / (2 f2), with f1 cells hit once and f2 hit twice.
  double reachable = 0;
  double share() const { return reachable > 0 ? static_cast<double>(hit) / reachable : 0; }
};

/// Counts what the cases of a campaign have in them.
class Coverage {
 public:
  Coverage();
  void add(const Program& program);

  /// (op, layout class, dtype, rank) of the first operand of a call; ranks from 5 on are one.
  Cells cells() const { return count(cells_); }
  /// (op, op of the next call).
  Cells pairs() const { return count(pairs_); }

 private:
  static Cells count(const SharedCounters& counters);
  // Told in the process that runs the cases, asked in the one that watches it.
  SharedCounters cells_;
  SharedCounters pairs_;
};

}  // namespace viewfuzz
