// As fuzz_program, for a backend of your own. --backend=LIB or VIEWFUZZ_BACKEND names its library.
// In a fleet it is the library that was shipped with the target.

#include "fuzz/session.h"

extern "C" int LLVMFuzzerInitialize(int* argc, char*** argv) {
  viewfuzz::fuzz::Session::open(argc, argv, VIEWFUZZ_DEFAULT_FLAGS, VIEWFUZZ_OWN_BACKEND);
  return 0;
}
