// The sanitizer options of a target. The environment overrides them. They switch off what costs
// much and finds little here.

extern "C" const char* __asan_default_options() {
  // detect_stack_use_after_return: each exception walks over all frames that it keeps, and each
  // refused call throws one. That took a third of the time of fuzz_text. The tests of the asan
  // build have it on. malloc_context_size: 1 shows which function allocated; `viewfuzz triage`
  // shows the whole stack. quarantine: freed memory is reused after 4 MiB, which is some forty
  // programs, so it stays in the cache of the processor. More took a twelfth of the time of
  // fuzz_program.
  return "detect_stack_use_after_return=0:malloc_context_size=1:quarantine_size_mb=4:"
         "thread_local_quarantine_size_kb=128";
}
