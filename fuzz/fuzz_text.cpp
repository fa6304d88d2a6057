// Gives any bytes to the parser. It must reject them with a place, or accept them, and then the
// printed program must be read back as the same one.

#include <fmt/format.h>

#include <cstdlib>

#include "fuzz/default_flags.h"
#include "fuzz/flags.h"
#include "viewfuzz/files/complain.h"
#include "viewfuzz/text/text.h"

extern "C" int LLVMFuzzerInitialize(int* argc, char*** argv) {
  viewfuzz::fuzz::refuseFlags(*argc, *argv, {"--"},
                              "no backend is asked, and libFuzzer's flags begin with one dash");
  viewfuzz::fuzz::addDefaultFlags(VIEWFUZZ_DEFAULT_FLAGS, argc, argv);
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace viewfuzz;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  Program program;
  try {
    program = parse(text, "input");
  } catch (const ParseError& error) {
    if (error.line < 1 || error.column < 1) std::abort();
    return 0;
  }
  const std::string printed = print(program);
  try {
    // Compares texts, since a NaN in a program is not equal to itself.
    if (print(parse(printed, "printed")) == printed) return 0;
    viewfuzz::complain("viewfuzz: another program is read back from\n{}", printed);
  } catch (const ParseError& error) {
    viewfuzz::complain("viewfuzz: {}\n{}", error.what(), printed);
  }
  std::abort();
}
