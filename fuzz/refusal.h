#pragma once

#include <string>

namespace viewfuzz::fuzz {

/// Notes why an input cannot be run, and gives what `LLVMFuzzerTestOneInput` says then: -1, not for
/// the corpus. libFuzzer does not ask why; the main that replays files does.
int refuse(std::string why);

/// Why the last input that could not be run was refused.
const std::string& whyRefused();

}  // namespace viewfuzz::fuzz
