// The same as fuzz_program, of a backend of your own: --backend=LIB or VIEWFUZZ_BACKEND names its
// library.

#include "fuzz/session.h"

extern "C" int LLVMFuzzerInitialize(int* argc, char*** argv) {
  viewfuzz::fuzz::Session::open(viewfuzz::fuzz::Flags::read(*argc, *argv));
  return 0;
}
