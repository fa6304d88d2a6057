// The same as fuzz_program, of a backend of your own: --backend=LIB or VIEWFUZZ_BACKEND names its
// library; in a fleet it is the one that was shipped.

#include "fuzz/default_flags.h"
#include "fuzz/session.h"

extern "C" int LLVMFuzzerInitialize(int* argc, char*** argv) {
  viewfuzz::fuzz::addDefaultFlags(VIEWFUZZ_DEFAULT_FLAGS, argc, argv);
  auto flags = viewfuzz::fuzz::Flags::read(*argc, *argv);
  if (flags.backend.empty()) flags.backend = VIEWFUZZ_OWN_BACKEND;
  viewfuzz::fuzz::Session::open(flags);
  return 0;
}
