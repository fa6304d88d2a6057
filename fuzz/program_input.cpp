#include "fuzz/program_input.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

#include "viewfuzz/generate/choices.h"
#include "viewfuzz/generate/mutate.h"
#include "viewfuzz/program/text.h"

namespace viewfuzz::fuzz {

namespace {

/// The last input that was a program.
struct Last {
  std::string text;
  Program program;
};

Last& last() {
  static Last last;
  return last;
}

}  // namespace

const Program* parsed(const uint8_t* data, size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  if (!text.empty() && text == last().text) return &last().program;
  try {
    last() = {std::string(text), parse(text, "input")};
    return &last().program;
  } catch (const ParseError&) {
    return nullptr;
  }
}

size_t store(Program program, uint8_t* data, size_t max_size) {
  std::string text = print(program);
  if (text.size() > max_size) return 0;
  std::copy(text.begin(), text.end(), data);
  last() = {std::move(text), std::move(program)};
  return last().text.size();
}

size_t mutateProgram(uint8_t* data, size_t size, size_t max_size, unsigned seed) {
  static const Generator generator(profiles().front());
  SeededChoices choices(seed, size);
  const Program* program = parsed(data, size);
  Program mutated = mutate(program ? *program : Program{}, generator, choices);
  if (const size_t stored = store(std::move(mutated), data, max_size)) return stored;
  // It has become too long for this corpus.
  return store(generator.generate(choices), data, max_size);
}

size_t crossPrograms(const uint8_t* data1, size_t size1, const uint8_t* data2, size_t size2,
                     uint8_t* out, size_t max_out_size, unsigned seed) {
  SeededChoices choices(seed, size1);
  const Program* first = parsed(data1, size1);
  if (first == nullptr) return 0;
  const Program a = *first;  // the second takes its place
  const Program* b = parsed(data2, size2);
  return b != nullptr ? store(splice(a, *b, choices), out, max_out_size) : 0;
}

}  // namespace viewfuzz::fuzz
