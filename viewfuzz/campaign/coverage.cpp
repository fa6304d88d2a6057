#include "viewfuzz/campaign/coverage.h"

#include <algorithm>

namespace viewfuzz {

Coverage::Coverage() : counters_(cellCount()) {}

void Coverage::add(const Program& program) {
  forEachCell(program, [&](Cell cell) { ++counters_[cellNumber(cell)]; });
}

Cells Coverage::cells(Cell::Kind kind) const {
  Cells cells;
  double once = 0;
  double twice = 0;
  for (const uint32_t counter : counters_.all().subspan(cellNumber({kind, 0}), cellCount(kind))) {
    cells.hit += counter > 0 ? 1 : 0;
    once += counter == 1 ? 1 : 0;
    twice += counter == 2 ? 1 : 0;
  }
  // Chao1 has a form of its own for f2 = 0, which is finite.
  const double unseen = twice > 0 ? once * once / (2 * twice) : once * (once - 1) / 2;
  cells.reachable = static_cast<double>(cells.hit) + std::max(unseen, 0.0);
  return cells;
}

}  // namespace viewfuzz
