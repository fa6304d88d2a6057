// What the sanitizers of a target do unless the environment says otherwise: what costs much and
// finds little here is off.

extern "C" const char* __asan_default_options() {
  // detect_stack_use_after_return: each exception, and a refused call is one, makes it go through
  // all frames that it keeps; a third of the time of fuzz_text. The tests of the asan build have
  // it. malloc_context_size: whose allocation it was; `viewfuzz triage` shows the whole stack.
  // quarantine: freed memory comes back after 4 MiB, some forty programs, and stays in the cache of
  // the processor; a twelfth of the time of fuzz_program.
  return "detect_stack_use_after_return=0:malloc_context_size=1:quarantine_size_mb=4:"
         "thread_local_quarantine_size_kb=128";
}
