#include "fuzz/program_input.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "fuzz/refusal.h"
#include "viewfuzz/generate/choices.h"
#include "viewfuzz/generate/mutate/mutate.h"
#include "viewfuzz/generate/mutate/mutations.h"
#include "viewfuzz/text/text.h"

namespace viewfuzz::fuzz {

namespace {

/// The most texts that are remembered with their programs.
constexpr size_t kMostKnown = 16384;

struct TextHash : std::hash<std::string_view> {
  using is_transparent = void;
};

/// The programs of recent inputs by their text. libFuzzer runs an input right after it was made,
/// and uses those of the corpus again and again.
using Known = std::unordered_map<std::string, Program, TextHash, std::equal_to<>>;

Known& known() {
  static Known known;
  return known;
}

const Program* keep(std::string text, Program program) {
  if (known().size() == kMostKnown) known().clear();
  return &known().insert_or_assign(std::move(text), std::move(program)).first->second;
}

const Generator& generator() {
  static const Generator generator(profiles().front());
  return generator;
}

/// How many statements a mutated input may have. Most are short: they run faster, and few defects
/// need more than a handful of statements. One in four may have twice as many, one in four of these
/// four times as many, and so on.
size_t drawnLength(Choices& choices) {
  size_t most = 6;
  while (most < kMostStatements && choices.oneIn(4)) most *= 2;
  return most;
}

}  // namespace

const Program* parsed(const uint8_t* data, size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto found = known().find(text);
  if (found != known().end()) return &found->second;
  try {
    return keep(std::string(text), parse(text, "input"));
  } catch (const ParseError& error) {
    refuse(error.what());
    return nullptr;
  }
}

size_t store(Program program, uint8_t* data, size_t max_size) {
  std::string text = print(program);
  if (text.size() > max_size) return 0;
  std::copy(text.begin(), text.end(), data);
  const size_t size = text.size();
  keep(std::move(text), std::move(program));
  return size;
}

size_t mutateProgram(uint8_t* data, size_t size, size_t max_size, unsigned seed) {
  SeededChoices choices(seed, size);
  const Program* program = parsed(data, size);
  // Some inputs are new, so the target also finds what random cases find, a little later.
  if (program != nullptr && !choices.oneIn(4)) {
    Program mutated = mutate(*program, generator(), choices);
    mutated = shortened(std::move(mutated), drawnLength(choices), choices);
    if (const size_t stored = store(std::move(mutated), data, max_size)) return stored;
  }
  // The input was not mutated, or the result is too long for this corpus.
  return store(generator().generate(choices), data, max_size);
}

size_t crossPrograms(const uint8_t* data1, size_t size1, const uint8_t* data2, size_t size2,
                     uint8_t* out, size_t max_out_size, unsigned seed) {
  SeededChoices choices(seed, size1);
  const Program* first = parsed(data1, size1);
  if (first == nullptr) return 0;
  const Program a = *first;  // a copy: parsing the second may drop the first
  const Program* b = parsed(data2, size2);
  if (b == nullptr) return 0;
  Program crossed = splice(a, *b, choices);
  // What both programs do has mostly been seen, so half of the results are mutated as well.
  if (choices.oneIn(2)) crossed = mutate(crossed, generator(), choices);
  return store(shortened(std::move(crossed), drawnLength(choices), choices), out, max_out_size);
}

}  // namespace viewfuzz::fuzz
