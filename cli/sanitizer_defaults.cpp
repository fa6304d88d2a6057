// What AddressSanitizer does in a sanitized build of the command unless ASAN_OPTIONS says
// otherwise.

extern "C" const char* __asan_default_options() {
  // What is freed comes back after 32 MiB. It is 256 MiB by default, and a campaign takes a process
  // that grows by so much for one with a leak, and looks for it in the last cases one by one.
  return "quarantine_size_mb=32";
}
