// A program on the simulated NPU against the CPU, all properties. An input is the text of a
// program.

#include "fuzz/default_flags.h"
#include "fuzz/session.h"

extern "C" int LLVMFuzzerInitialize(int* argc, char*** argv) {
  viewfuzz::fuzz::addDefaultFlags(VIEWFUZZ_DEFAULT_FLAGS, argc, argv);
  auto flags = viewfuzz::fuzz::Flags::read(*argc, *argv);
  if (flags.backend.empty()) flags.backend = VIEWFUZZ_NPU;
  viewfuzz::fuzz::Session::open(flags);
  return 0;
}
