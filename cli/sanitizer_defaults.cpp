// The options of AddressSanitizer for the command in a sanitized build. ASAN_OPTIONS overrides
// them.

extern "C" const char* __asan_default_options() {
  // Freed memory is reused after 32 MiB instead of 256 MiB. A campaign takes growth of that size
  // for a leak, and then searches for it in the last cases one by one.
  return "quarantine_size_mb=32";
}
