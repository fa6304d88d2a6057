// Compares a subgraph of a model on the simulated NPU with the CPU. An input is an input form that
// says which subgraph and how large (viewfuzz/models/model_form.cpp), or the text of a program.

#include "fuzz/form_input.h"
#include "fuzz/program_input.h"
#include "fuzz/session.h"
#include "viewfuzz/generate/choices.h"
#include "viewfuzz/models/model_form.h"

using namespace viewfuzz::fuzz;
using viewfuzz::models::modelForm;
using viewfuzz::models::modelOf;

namespace {

/// An input form becomes the text of its program once in so many times, so that mutations also
/// change its statements.
constexpr uint64_t kWrittenOutIn = 16;

}  // namespace

extern "C" int LLVMFuzzerInitialize(int* argc, char*** argv) {
  Session::open(argc, argv, VIEWFUZZ_DEFAULT_FLAGS, VIEWFUZZ_NPU);
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (modelForm().claims({reinterpret_cast<const char*>(data), size})) {
    const auto values = parsed(modelForm(), data, size);
    return values ? Session::opened().test(modelOf(*values)) : -1;
  }
  const auto program = parsed(data, size);
  return program ? Session::opened().test(*program) : -1;
}

extern "C" size_t LLVMFuzzerCustomMutator(uint8_t* data, size_t size, size_t max_size,
                                          unsigned seed) {
  if (parsed(data, size)) return mutateProgram(data, size, max_size, seed);
  const auto values = parsed(modelForm(), data, size);
  if (values && viewfuzz::scramble(seed) % kWrittenOutIn == 0) {
    if (const size_t written = store(modelOf(*values), data, max_size))
      return mutateProgram(data, written, max_size, seed);
  }
  return mutateForm(modelForm(), data, size, max_size, seed);
}

extern "C" size_t LLVMFuzzerCustomCrossOver(const uint8_t* data1, size_t size1,
                                            const uint8_t* data2, size_t size2, uint8_t* out,
                                            size_t max_out_size, unsigned seed) {
  if (const size_t crossed =
          crossForms(modelForm(), data1, size1, data2, size2, out, max_out_size, seed))
    return crossed;
  return crossPrograms(data1, size1, data2, size2, out, max_out_size, seed);
}
