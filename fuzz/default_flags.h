#pragma once

namespace viewfuzz::fuzz {

/// Puts flags before those of the command line, which libFuzzer reads later and which override
/// them. So a run by hand has the flags that a fleet takes from NAME.options. `flags` are separated
/// by spaces. They are empty in builds for other fuzzing engines.
void addDefaultFlags(const char* flags, int* argc, char*** argv);

}  // namespace viewfuzz::fuzz
