// What the sanitizers of a target do unless the environment says otherwise: what costs much and
// finds little here is off.

extern "C" const char* __asan_default_options() {
  // detect_stack_use_after_return: each exception, and a refused call is one, makes it go through
  // all frames that it keeps; a third of the time of fuzz_text. The tests of the asan build have
  // it. malloc_context_size: enough frames to see whose allocation it was; `viewfuzz triage` shows
  // all.
  return "detect_stack_use_after_return=0:malloc_context_size=2";
}
