// Compares a program on the simulated NPU with the CPU, by all properties. An input is the text of
// a program.

#include "fuzz/session.h"

extern "C" int LLVMFuzzerInitialize(int* argc, char*** argv) {
  viewfuzz::fuzz::Session::open(argc, argv, VIEWFUZZ_DEFAULT_FLAGS, VIEWFUZZ_NPU);
  return 0;
}
