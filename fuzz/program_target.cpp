// The functions that libFuzzer calls, for a target whose inputs are programs. The file of the
// target opens the session.

#include "fuzz/program_input.h"
#include "fuzz/session.h"

using namespace viewfuzz::fuzz;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const auto program = parsed(data, size);
  return program ? Session::opened().test(*program) : -1;  // -1 keeps it out of the corpus
}

extern "C" size_t LLVMFuzzerCustomMutator(uint8_t* data, size_t size, size_t max_size,
                                          unsigned seed) {
  return mutateProgram(data, size, max_size, seed);
}

extern "C" size_t LLVMFuzzerCustomCrossOver(const uint8_t* data1, size_t size1,
                                            const uint8_t* data2, size_t size2, uint8_t* out,
                                            size_t max_out_size, unsigned seed) {
  return crossPrograms(data1, size1, data2, size2, out, max_out_size, seed);
}
