#include "fuzz/feedback.h"

#include <fmt/format.h>

#include <algorithm>
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

/// What libFuzzer is told of a cell, as numbers. libFuzzer keeps an input for each new number, and
/// all that it does takes longer the more it keeps: of the cells as they are it would keep one
/// input in ten, and run half as many. So of an operand it hears the parts, since chance brings
/// them together; and of pairs nothing, since splices make those. bench/feedback.py has the
/// figures.
template <typename F>
void forEachNumber(Cell cell, F f) {
  const auto number = [&](uint64_t part, size_t value) {
    return scramble(scramble(part << 32 | value));
  };
  switch (cell.kind) {
    case Cell::Kind::operand: {
      const OperandCell operand = operandCell(cell);
      const size_t op = operand.op * 64;
      f(number(1,
               (op + operand.place) * kLayoutClasses + static_cast<size_t>(operand.layout_class)));
      f(number(2, op + static_cast<size_t>(category(operand.dtype)) * 4 +
                      std::min<size_t>(operand.rank, 3)));
      break;
    }
    case Cell::Kind::pair:
      break;
    case Cell::Kind::fact:
    case Cell::Kind::conversion:
    case Cell::Kind::refusal:
    case Cell::Kind::flow:
      f(number(3, cellNumber(cell)));
      break;
  }
}

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
    // By chance, some share a counter.
    if (on_) forEachNumber(cell, [](uint64_t number) { counters[number % kCounters] = 1; });
    if (counted) count().seen[cellNumber(cell)] = true;
  });
}

void Feedback::countInto(std::string file) {
  count().file = std::move(file);
  count().seen.resize(cellCount());
  std::atexit(writeCount);
}

}  // namespace viewfuzz::fuzz
