#include "fuzz/feedback.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <stdexcept>

#include "viewfuzz/files/complain.h"
#include "viewfuzz/files/write.h"

namespace viewfuzz::fuzz {
namespace {

/// libFuzzer clears the section of this name before each run, and counts each byte in it that is
/// set after the run as a feature. Without volatile, clang would drop an array that is only
/// written.
constexpr size_t kCounters = size_t{1} << 14;
__attribute__((used, section("__libfuzzer_extra_counters"))) volatile uint8_t counters[kCounters];

/// libFuzzer is told of facts and flows only. It keeps an input for each new number, and the more
/// inputs it keeps, the less it mutates each of them. With operands, conversions and refusals too,
/// it keeps twice as many inputs, and finds defects that need several rare things in one program
/// later. It does not need pairs, since chance brings them together. bench/feedback.py has the
/// figures.
void tell(Cell cell) {
  size_t number = cell.index;
  if (cell.kind == Cell::Kind::flow) {
    number += cellCount(Cell::Kind::fact);
  } else if (cell.kind != Cell::Kind::fact) {
    return;
  }
  counters[number % kCounters] = 1;  // with twice as many ops, some cells would share a counter
}

struct Count {
  std::string file;
  std::vector<bool> seen;
};

Count& count() {
  static Count count;
  return count;
}

[[noreturn]] void cannotWrite(const std::runtime_error& error) {
  complain("--cells: {}\n", error.what());
  std::_Exit(2);  // during exit, std::exit must not be called again
}

void writeCount() {
  std::string text;
  for (const Cell::Kind kind : cellKinds()) {
    const auto from = count().seen.begin() + static_cast<int64_t>(cellNumber({kind, 0}));
    const auto hit = std::count(from, from + static_cast<int64_t>(cellCount(kind)), true);
    text += fmt::format("{} {}\n", cellKindName(kind), hit);
  }
  try {
    writeFile(count().file, text);
  } catch (const std::runtime_error& error) {
    cannotWrite(error);
  }
}

}  // namespace

void Feedback::add(const Program& program) {
  const bool counted = !count().seen.empty();
  if (!on_ && !counted) return;
  forEachCell(program, [&](Cell cell) {
    if (on_) tell(cell);
    if (counted) count().seen[cellNumber(cell)] = true;
  });
}

void Feedback::countInto(std::string file) {
  count().file = std::move(file);
  count().seen.resize(cellCount());
  try {
    proveFile(count().file);
  } catch (const std::runtime_error& error) {
    cannotWrite(error);
  }
  std::atexit(writeCount);
}

}  // namespace viewfuzz::fuzz
