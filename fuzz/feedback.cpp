#include "fuzz/feedback.h"

#include <fmt/format.h>

#include <cstdint>
#include <cstdlib>
#include <fstream>

#include "viewfuzz/generate/choices.h"

namespace viewfuzz::fuzz {
namespace {

/// libFuzzer clears what lies in the section of this name before each run, and takes a byte that is
/// set behind it for a feature. volatile: it is only ever written here, and clang would drop it.
constexpr size_t kCounters = size_t{1} << 16;
__attribute__((used, section("__libfuzzer_extra_counters"))) volatile uint8_t counters[kCounters];

/// There are more cells than counters, and few of them can be hit: by chance, some share a counter.
volatile uint8_t& counterOf(Cell cell) { return counters[scramble(cellNumber(cell)) % kCounters]; }

struct Count {
  std::string file;
  std::vector<bool> seen;
};

Count& count() {
  static Count count;
  return count;
}

void writeCount() {
  std::ofstream file(count().file);
  for (const Cell::Kind kind : cellKinds()) {
    const auto from = count().seen.begin() + static_cast<int64_t>(cellNumber({kind, 0}));
    const auto hit = std::count(from, from + static_cast<int64_t>(cellCount(kind)), true);
    file << cellKindName(kind) << ' ' << hit << '\n';
  }
}

}  // namespace

void Feedback::add(const Program& program) {
  const bool counted = !count().seen.empty();
  if (!on_ && !counted) return;
  forEachCell(program, [&](Cell cell) {
    if (on_) counterOf(cell) = 1;
    if (counted) count().seen[cellNumber(cell)] = true;
  });
}

void Feedback::countInto(std::string file) {
  count().file = std::move(file);
  count().seen.resize(cellCount());
  std::atexit(writeCount);
}

}  // namespace viewfuzz::fuzz
