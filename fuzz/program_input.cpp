#include "fuzz/program_input.h"

#include <algorithm>

#include "viewfuzz/generate/choices.h"
#include "viewfuzz/generate/mutate.h"
#include "viewfuzz/program/text.h"

namespace viewfuzz::fuzz {

std::optional<Program> parsed(const uint8_t* data, size_t size) {
  try {
    return parse({reinterpret_cast<const char*>(data), size}, "input");
  } catch (const ParseError&) {
    return std::nullopt;
  }
}

size_t store(const Program& program, uint8_t* data, size_t max_size) {
  const std::string text = print(program);
  if (text.size() > max_size) return 0;
  std::copy(text.begin(), text.end(), data);
  return text.size();
}

size_t mutateProgram(uint8_t* data, size_t size, size_t max_size, unsigned seed) {
  static const Generator generator(profiles().front());
  SeededChoices choices(seed, size);
  const Program program = parsed(data, size).value_or(Program{});
  if (const size_t mutated = store(mutate(program, generator, choices), data, max_size))
    return mutated;
  // It has become too long for this corpus.
  return store(generator.generate(choices), data, max_size);
}

size_t crossPrograms(const uint8_t* data1, size_t size1, const uint8_t* data2, size_t size2,
                     uint8_t* out, size_t max_out_size, unsigned seed) {
  SeededChoices choices(seed, size1);
  const auto a = parsed(data1, size1);
  const auto b = parsed(data2, size2);
  return a && b ? store(splice(*a, *b, choices), out, max_out_size) : 0;
}

}  // namespace viewfuzz::fuzz
