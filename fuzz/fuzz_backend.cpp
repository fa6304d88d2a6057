// The same as fuzz_program, of a backend of your own: --backend=LIB or VIEWFUZZ_BACKEND names its
// library; in a fleet it is the one that was shipped.

#include "fuzz/session.h"

extern "C" int LLVMFuzzerInitialize(int* argc, char*** argv) {
  viewfuzz::fuzz::Session::open(argc, argv, VIEWFUZZ_DEFAULT_FLAGS, VIEWFUZZ_OWN_BACKEND);
  return 0;
}
