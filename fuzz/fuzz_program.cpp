// A program on a backend against the CPU, all properties. An input is the text of a program.
//
// VIEWFUZZ_BACKEND names the library under test (default: the simulated NPU), VIEWFUZZ_FAULT a
// planted fault of it. A violation is reduced, printed and ends the process, as libFuzzer wants it.

#include <ATen/Parallel.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

#include "viewfuzz/campaign/examiner.h"
#include "viewfuzz/campaign/minimise.h"
#include "viewfuzz/execute/operators.h"
#include "viewfuzz/generate/choices.h"
#include "viewfuzz/generate/mutate.h"
#include "viewfuzz/program/text.h"

namespace viewfuzz {
namespace {

std::string environment(const char* name, const char* otherwise) {
  const char* value = std::getenv(name);
  return value != nullptr ? value : otherwise;
}

Target loadTarget() {
  at::set_num_threads(1);
  Target target = Target::load(environment("VIEWFUZZ_BACKEND", VIEWFUZZ_NPU));
  target.setGuarded(environment("VIEWFUZZ_GUARDED", "0") == "1");
  const std::string fault = environment("VIEWFUZZ_FAULT", "");
  if (!fault.empty()) target.enableFault(fault);
  return target;
}

struct Fuzzer {
  Target device = loadTarget();
  Target reference = Target::cpu();
  Examiner examiner{device, reference};
  Generator generator{profiles().front()};
};

Fuzzer& fuzzer() {
  static Fuzzer fuzzer;
  return fuzzer;
}

std::optional<Program> parsed(const uint8_t* data, size_t size) {
  try {
    return parse({reinterpret_cast<const char*>(data), size}, "input");
  } catch (const ParseError&) {
    return std::nullopt;
  }
}

size_t store(const Program& program, uint8_t* data, size_t size, size_t max_size) {
  const std::string text = print(program);
  if (text.size() > max_size) return size;
  std::copy(text.begin(), text.end(), data);
  return text.size();
}

[[noreturn]] void report(const Program& program, const Violation& found) {
  Examiner& examiner = fuzzer().examiner;
  const Shown shown = clarified(program, found, examiner).value_or(Shown{program, found});
  const Minimal minimal = minimise(shown, examiner);
  fmt::print(stderr, "viewfuzz: {}\n{}\n\n{}\n", shown.violation.signature(),
             shown.violation.detail, print(minimal.reduction.program));
  std::abort();
}

}  // namespace
}  // namespace viewfuzz

// The three entry points that libFuzzer calls by name.

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace viewfuzz;
  const auto program = parsed(data, size);
  if (!program) return -1;  // not for the corpus
  try {
    if (!fuzzer().examiner.differs(*program)) return 0;
    if (const auto violation = fuzzer().examiner.examine(*program)) report(*program, *violation);
  } catch (const BadCall&) {
    return -1;
  }
  return 0;
}

extern "C" size_t LLVMFuzzerCustomMutator(uint8_t* data, size_t size, size_t max_size,
                                          unsigned seed) {
  using namespace viewfuzz;
  SeededChoices choices(seed, size);
  const Program program = parsed(data, size).value_or(Program{});
  return store(mutate(program, fuzzer().generator, choices), data, size, max_size);
}

extern "C" size_t LLVMFuzzerCustomCrossOver(const uint8_t* data1, size_t size1,
                                            const uint8_t* data2, size_t size2, uint8_t* out,
                                            size_t max_out_size, unsigned seed) {
  using namespace viewfuzz;
  SeededChoices choices(seed, size1);
  const auto a = parsed(data1, size1);
  const auto b = parsed(data2, size2);
  return a && b ? store(splice(*a, *b, choices), out, 0, max_out_size) : 0;
}
