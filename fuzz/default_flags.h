#pragma once

namespace viewfuzz::fuzz {

/// Puts flags before those of the command line, which are read later and win: what a fleet takes
/// from NAME.options holds for a run by hand as well. `flags` are separated by spaces, and empty in
/// builds for other engines.
void addDefaultFlags(const char* flags, int* argc, char*** argv);

}  // namespace viewfuzz::fuzz
